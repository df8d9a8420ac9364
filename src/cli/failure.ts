/**
 * Turns whatever a command throws into a `MemoError`: what went wrong, a code, a hint. The only place that knows the
 * errors of oclif's parser by their shape.
 */
import { MemoError } from '../lib/errors.ts'
import { toFailure } from '../lib/failure.ts'

export function toMemoError(error: unknown): MemoError {
  return (error instanceof Error ? fromParser(error) : undefined) ?? toFailure(error)
}

/** oclif gives the errors of its parser (and nothing else that a command meets) exit status 2. */
function fromParser(error: Error): MemoError | undefined {
  if (!('oclif' in error) || !hasExit(error.oclif) || error.oclif.exit !== 2) return undefined
  return new MemoError('USAGE', toParserMessage(error), { hint: 'add --help to see the flags', cause: error })
}

function toParserMessage(error: Error): string {
  if (/^Missing \d+ required arg/.test(error.message) && 'args' in error && Array.isArray(error.args)) {
    return `missing argument: ${error.args.map(({ name }: { name: string }) => name.toUpperCase()).join(', ')}`
  }
  const said = error.message
    .replace(/\s*See more help with --help\s*$/, '')
    .replace(/^Parsing (--[\w-]+)\s+/, '$1: ')
    .replace(/^The following errors? occurred:\s*/, '')
    .replace(/^Nonexistent flag/, 'unknown flag')
    .replaceAll(/\s*\n\s*/g, '; ')
    .replace(/ received:$/, ' received nothing')
  return said.replace(/\.$/, '').replace(/(?:^|; |^--[\w-]+: )[A-Z](?=[a-z])/g, (start) => start.toLowerCase())
}

function hasExit(value: unknown): value is { exit: number } {
  return typeof value === 'object' && value !== null && 'exit' in value
}
