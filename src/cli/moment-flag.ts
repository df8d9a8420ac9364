/** Moments of a vault's history that flags and arguments name: a time, a span ago, an event, or now. */
import { MemoError } from '../lib/errors.ts'
import { parseTime } from '../record/time-words.ts'
import type { Moment } from '../vault/history/moment.ts'

/** Ids of events are ULIDs, which begin with 0 for some centuries yet; dates have a dash and spans a unit. The writer may stand before one. */
const eventPattern = /^(?:[a-z0-9._-]+\/)?0[0-9A-HJKMNP-TV-Z]{3,25}$/i

/** A bare date is the end of that day. Throws USAGE for anything else. */
export function toMoment(name: string, text: string, now: number): Moment {
  if (text === 'now') return 'now'
  if (eventPattern.test(text)) return { event: text }
  const at = parseTime(text, now, { endOfDay: true })
  if (at !== undefined) return { at }
  throw new MemoError(
    'USAGE',
    `${name} ${JSON.stringify(text)} is neither a date (2031-03-05), a time (ISO 8601), a span of time ago (7d) ` +
      'nor the id of an event (at least four letters of it)',
  )
}
