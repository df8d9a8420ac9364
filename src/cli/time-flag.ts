/** Times that flags name. */
import { MemoError } from '../lib/errors.ts'
import { parseDuration, parseInstant } from '../record/times.ts'

/** Milliseconds; a bare date is the end of that day, so that the whole day counts. Throws USAGE for anything else. */
export function toInstant(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text, { endOfDay: true })
  if (instant !== undefined) return instant
  throw new MemoError('USAGE', `${flag} ${JSON.stringify(text)} is neither a date (2031-03-05) nor a time (ISO 8601)`)
}

export interface PeriodFlags {
  since?: string | undefined
  until?: string | undefined
}

/** From `since` on, up to but without `until` (ms since the epoch). */
export interface Period {
  since: number | undefined
  until: number | undefined
}

/**
 * A period of dates, times and spans of time (`7d`) counted back from `now`. A bare date is a whole day, at both ends.
 * Throws USAGE for anything else, and for a period that holds no instant.
 */
export function toPeriod({ since: first, until: last }: PeriodFlags, now: number): Period {
  const since = first === undefined ? undefined : toBound('--since', first, { now, isEnd: false })
  const until = last === undefined ? undefined : toBound('--until', last, { now, isEnd: true })
  if (since === undefined || until === undefined || since < until) return { since, until }
  throw new MemoError('USAGE', `--since ${JSON.stringify(first)} is not before --until ${JSON.stringify(last)}`)
}

function toBound(flag: string, text: string, { now, isEnd }: { now: number; isEnd: boolean }): number {
  // A bare number would count days, and is more likely meant as a year.
  const span = /[a-z]/i.test(text) ? parseDuration(text) : undefined
  const start = span === undefined ? parseInstant(text) : now - span
  if (start === undefined) {
    throw new MemoError(
      'USAGE',
      `${flag} ${JSON.stringify(text)} is neither a date (2031-03-05), a time (ISO 8601) nor a span of time (7d)`,
    )
  }
  const lastOfDay = parseInstant(text, { endOfDay: true }) ?? start
  return isEnd && lastOfDay > start ? lastOfDay + 1 : start
}
