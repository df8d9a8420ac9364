/** `--format`: an answer in a form that other programs read. */
import * as Flags from '@oclif/core/flags'
import { MemoError } from '../lib/errors.ts'
import { beforeDashes } from './switch-values.ts'

const formats = ['json', 'jsonl', 'csv', 'md', 'table', 'ids', 'paths'] as const
export type Format = (typeof formats)[number]

export const formatFlag = Flags.option({
  options: formats,
  exclusive: ['json', 'compact'],
  summary: 'The form of the answer, for scripts.',
})()

/** Whether `--format json`, which is `--json`, is among the arguments: asked before they are parsed. */
export function asksForJson(argv: readonly string[]): boolean {
  const flags = beforeDashes(argv)
  return flags.some((word, place) => word === '--format=json' || (word === '--format' && flags[place + 1] === 'json'))
}

/** Throws USAGE for flags that add to each hit what the format has no place for. */
export function assertRoom(format: Format | undefined, flags: { [name: string]: unknown }): void {
  if (format === undefined || format === 'json' || format === 'jsonl') return
  const name = ['explain', 'expand-links'].find((flag) => flags[flag] === true)
  if (name === undefined) return
  throw new MemoError('USAGE', `--${name} does not go with --format ${format}`, { hint: 'use --format jsonl' })
}
