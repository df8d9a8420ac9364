/**
 * Turns whatever a command throws into a `MemoError`: what went wrong, a code, a hint. The only place that knows the
 * errors of oclif's parser by their shape.
 */
import { MemoError } from '../lib/errors.ts'
import { toFailure } from '../lib/failure.ts'
import { findNearest } from '../lib/nearest.ts'

export function toMemoError(error: unknown): MemoError {
  return (error instanceof Error ? fromParser(error) : undefined) ?? toFailure(error)
}

/** oclif gives the errors of its parser (and nothing else that a command meets) exit status 2. */
function fromParser(error: Error): MemoError | undefined {
  if (!('oclif' in error) || !hasExit(error.oclif) || error.oclif.exit !== 2) return undefined
  const message = toParserMessage(error)
  const nearest = nearestFlag(error) ?? nearestOption(message)
  const hint = nearest === undefined ? (takesNone(error) ?? 'add --help to see the flags') : `did you mean ${nearest}?`
  return new MemoError('USAGE', message, { hint, cause: error })
}

/** For a word behind a command without arguments; where a flag stands before it, or the command is found without oclif's manifest. */
function takesNone(error: Error): string | undefined {
  if (!error.message.startsWith('Unexpected argument') || !('parse' in error)) return undefined
  const { input } = error.parse as { input?: { args?: object; context?: { id?: string } } }
  const name = input?.context?.id?.replaceAll(':', ' ')
  return name === undefined || Object.keys(input?.args ?? {}).length > 0 ? undefined : `"memo ${name}" takes none`
}

/** Of the command's flags, to the first one that it does not have. */
function nearestFlag(error: Error): string | undefined {
  const [wrong] = 'flags' in error && Array.isArray(error.flags) ? error.flags : []
  if (typeof wrong !== 'string' || !('parse' in error)) return undefined
  const { input } = error.parse as { input?: { flags?: object } }
  const names = Object.keys(input?.flags ?? {}).map((name) => `--${name}`)
  return findNearest(wrong, names)
}

/** Of a list that the message spells out; its error has it in no other form. */
function nearestOption(message: string): string | undefined {
  const [, lead = '', said = '', options = ''] = /expected (--[\w-]+=)?(.*) to be one of: (.*)$/.exec(message) ?? []
  const nearest = findNearest(said, options === '' ? [] : options.split(', '))
  return nearest === undefined ? undefined : `${lead.replace('=', ' ')}${nearest}`
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
