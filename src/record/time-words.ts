/** Times as callers write them. What is wrong with one is told under the name that the caller gave it. */
import { MemoError } from '../lib/errors.ts'
import { parseDuration, parseInstant } from './times.ts'

/**
 * Milliseconds of a date, a time, or a span of time (`7d`) counted back from `now`. A bare number would count days, and is more
 * likely meant as a year. Undefined for anything else.
 */
export function parseTime(text: string, now: number, options: { endOfDay?: boolean } = {}): number | undefined {
  const span = /[a-z]/i.test(text) ? parseDuration(text) : undefined
  return span === undefined ? parseInstant(text, options) : now - span
}

/** The same, where a bare date is the end of that day, so that the whole day counts. Throws USAGE for anything else. */
export function toInstant(name: string, text: string | undefined, now: number): number | undefined {
  return text === undefined ? undefined : (parseTime(text, now, { endOfDay: true }) ?? refuse(name, text))
}

function refuse(name: string, text: string): never {
  throw new MemoError(
    'USAGE',
    `${name} ${JSON.stringify(text)} is neither a date (2031-03-05), a time (ISO 8601) nor a span of time (7d)`,
  )
}

export interface PeriodWords {
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
 * @param prefix what stands before the names: `--` for flags
 */
export function toPeriod({ since: first, until: last }: PeriodWords, now: number, prefix: string): Period {
  const [sinceName, untilName] = [`${prefix}since`, `${prefix}until`]
  const since = first === undefined ? undefined : toBound(sinceName, first, { now, isEnd: false })
  const until = last === undefined ? undefined : toBound(untilName, last, { now, isEnd: true })
  if (since === undefined || until === undefined || since < until) return { since, until }
  throw new MemoError(
    'USAGE',
    `${sinceName} ${JSON.stringify(first)} is not before ${untilName} ${JSON.stringify(last)}`,
  )
}

function toBound(name: string, text: string, { now, isEnd }: { now: number; isEnd: boolean }): number {
  const start = parseTime(text, now) ?? refuse(name, text)
  const lastOfDay = parseInstant(text, { endOfDay: true }) ?? start
  return isEnd && lastOfDay > start ? lastOfDay + 1 : start
}
