/** Times that a parameter names. */
import { MemoError } from '../lib/errors.ts'
import { parseInstant } from '../record/times.ts'

/** Milliseconds since the epoch; a bare date is the end of that day. Throws USAGE for what is neither date nor time. */
export function toInstant(parameter: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text, { endOfDay: true })
  if (instant !== undefined) return instant
  const said = `${parameter} ${JSON.stringify(text)} is neither a date (2031-03-05) nor a time (ISO 8601)`
  throw new MemoError('USAGE', said)
}
