/** Times that flags name. */
import { MemoError } from '../lib/errors.ts'
import { parseInstant } from '../record/times.ts'

/** Milliseconds; a bare date is the end of that day, so that the whole day counts. Throws USAGE for anything else. */
export function toInstant(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text, { endOfDay: true })
  if (instant !== undefined) return instant
  throw new MemoError('USAGE', `${flag} ${JSON.stringify(text)} is neither a date (2031-03-05) nor a time (ISO 8601)`)
}
