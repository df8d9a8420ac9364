/**
 * Instants, durations and expiry, as records and flags spell them. Everything is compared as UTC milliseconds and never
 * as text, because a file may hold any offset. The clock is passed in.
 */
import { type Kind, kinds } from './vocabulary.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Milliseconds of a day. */
export const dayMs = 24 * hour
const year = 365.25 * dayMs
const month = year / 12

/** More is a slip of the keyboard; up to here `created + ttl` still has a year of four digits, as ISO dates want. */
const longestDuration = 7000 * year

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

const durationPattern = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i

const unitByWord = new Map<string, number>([
  ['', dayMs],
  ...['w', 'week', 'weeks'].map((word) => [word, 7 * dayMs] as const),
  ...['d', 'day', 'days'].map((word) => [word, dayMs] as const),
  ...['h', 'hour', 'hours'].map((word) => [word, hour] as const),
  ...['m', 'min', 'mins', 'minute', 'minutes'].map((word) => [word, minute] as const),
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((word) => [word, second] as const),
])

/**
 * Milliseconds of an ISO date or date-time; without an offset it is UTC. A bare date is the start of that UTC day, or
 * its last millisecond with `endOfDay`. Undefined for anything else, also for days and hours that do not exist.
 */
export function parseInstant(text: string, options: { endOfDay?: boolean } = {}): number | undefined {
  const match = instantPattern.exec(text.trim())
  if (match === null) return undefined
  const [, years = '', months = '', days = '', hours, minutes = '', seconds = '0', fraction = '', offset = 'Z'] = match
  const midnight = findMidnight(Number(years), Number(months), Number(days))
  if (midnight === undefined) return undefined
  if (hours === undefined) return options.endOfDay ? midnight + dayMs - 1 : midnight
  const timeOfDay = findTimeOfDay(Number(hours), Number(minutes), Number(seconds))
  const shift = findOffset(offset)
  if (timeOfDay === undefined || shift === undefined) return undefined
  return midnight + timeOfDay + Number(fraction.padEnd(3, '0').slice(0, 3)) - shift
}

/** The later of two times, each as it was spelled, and the second of two that are the same instant. */
export function laterTime(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return (parseInstant(a) ?? 0) > (parseInstant(b) ?? 0) ? a : b
}

/**
 * Milliseconds of `14d`, `36 h`, `90 minutes`, `2w`; a bare number counts days, `m` is minutes.
 * Undefined for anything else, also for more than seven thousand years.
 */
export function parseDuration(text: string): number | undefined {
  const match = durationPattern.exec(text.trim())
  const unit = unitByWord.get(match?.[2]?.toLowerCase() ?? '')
  if (match === null || unit === undefined) return undefined
  const duration = Math.round(Number(match[1]) * unit)
  return duration <= longestDuration ? duration : undefined
}

export interface Lifetime {
  kind: Kind
  created: string
  /** A duration counted from `created`, or a date. */
  ttl?: string | undefined
  expiresAt?: string | undefined
}

/** Days by kind, from the settings; a kind that is not named has the lifetime of the kinds table. */
export type TtlDefaults = { readonly [kind in Kind]?: number | undefined }

/**
 * The instant from which a record counts as expired: `expiresAt`, else `ttl`, else its kind's lifetime; undefined if
 * never. A bare date is the end of that UTC day. A value that does not parse is passed over.
 */
export function expiryOf(lifetime: Lifetime, defaults: TtlDefaults = {}): number | undefined {
  const { kind, created } = lifetime
  return ownExpiryOf(lifetime) ?? findAfter(created, toDuration(defaults[kind] ?? kinds[kind].ttlDays))
}

/** The same by what the record itself says, without the lifetime of its kind. */
export function ownExpiryOf({ created, ttl, expiresAt }: Omit<Lifetime, 'kind'>): number | undefined {
  return findEnd(expiresAt) ?? findTtlEnd(created, ttl)
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** Day and minute of a time as `toIso` gives it, in one width. Midnight is how a bare date is kept, so it shows no time. */
export function toMinute(at: string): string {
  const [day = '', time = ''] = at.split('T')
  return time.startsWith('00:00:00.000') ? `${day}      ` : `${day} ${time.slice(0, 5)}`
}

/** How long ago `ms` was, in one unit, rounded down: `40 s`, `12 min`, `2 h`, `3 d`, `5 mo`, `2 y`; `in 3 d` if ahead. */
export function humanAge(ms: number, now: number): string {
  const span = Math.abs(now - ms)
  const [unit, name] = ageUnits.find(([size]) => span >= size) ?? [second, 's']
  const count = Math.floor(span / unit)
  return `${ms > now && count > 0 ? 'in ' : ''}${count} ${name}`
}

/** When `ms` is, as people say it: `3 d ago`, or `in 3 d`. */
export function humanMoment(ms: number, now: number): string {
  return ms > now ? humanAge(ms, now) : `${humanAge(ms, now)} ago`
}

const ageUnits: readonly (readonly [number, string])[] = [
  [year, 'y'],
  [month, 'mo'],
  [dayMs, 'd'],
  [hour, 'h'],
  [minute, 'min'],
]

/** `Date.UTC` reads February 30 as March 2, so the answer is compared with the question. */
function findMidnight(years: number, months: number, days: number): number | undefined {
  const midnight = Date.UTC(years, months - 1, days)
  const date = new Date(midnight)
  const exists = date.getUTCFullYear() === years && date.getUTCMonth() === months - 1 && date.getUTCDate() === days
  return exists ? midnight : undefined
}

function findTimeOfDay(hours: number, minutes: number, seconds: number): number | undefined {
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return hours * hour + minutes * minute + seconds * second
}

function findOffset(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0
  const [hours = 0, minutes = 0] = [offset.slice(1, 3), offset.slice(3).replace(':', '')].map(Number)
  if (hours > 23 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * hour + minutes * minute)
}

function findEnd(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text, { endOfDay: true })
}

function findTtlEnd(created: string, ttl: string | undefined): number | undefined {
  return ttl === undefined ? undefined : (findAfter(created, parseDuration(ttl)) ?? findEnd(ttl))
}

function findAfter(created: string, duration: number | undefined): number | undefined {
  const start = parseInstant(created)
  return start === undefined || duration === undefined ? undefined : start + duration
}

function toDuration(days: number | undefined): number | undefined {
  return days === undefined ? undefined : days * dayMs
}
