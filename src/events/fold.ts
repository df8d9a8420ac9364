/**
 * What the events of a record add up to. Pure, and independent of order, partition and repetition across writers:
 * counters add, times take the maximum, each content field is a last-writer-wins register by (event id, writer).
 */
import type { JsonValue } from '../record/json-value.ts'
import type { Baseline } from '../record/schema.ts'
import type { Rating } from '../record/vocabulary.ts'
import type { EventBody, StoredEvent } from './schema.ts'
import { ulidTime } from './ulid.ts'

/** Orders all events: the ULID first, the writer to break a tie. Comparable as text. */
export type Stamp = string

export type FieldValue = JsonValue | undefined

export interface RecordState {
  project: string
  id: string
  /** Content fields that are set. */
  fields: { [name: string]: JsonValue }
  /** When each register was last written, the unset ones included. */
  stamps: { [register: string]: Stamp }
  /** Forgotten: a tombstone, out of every answer until it is written again. */
  gone: boolean
  /** What the record had counted before its first event here; a register of its own, never added twice. */
  baseline: Baseline
  hits: number
  recurrences: number
  lastHit: string | undefined
  lastSeen: string | undefined
  /** Every rating and signal with its stamp, in stamp order: the average depends on their order, not on arrival. */
  ratings: Rated[]
}

/** What somebody said of a record: a rating in words, or a signal from -1 (misled) to 1 (helped). */
export interface Rated {
  stamp: Stamp
  rating?: Rating
  signal?: number
  at: string
}

export type RecordEvent = Extract<EventBody, { data: { id: string } }>['type']

export const goneRegister = '$gone'
export const baselineRegister = '$baseline'
/** When all that had been said of the record was last taken out of the log. It holds nothing but its stamp. */
export const redactedRegister = '$redacted'

/** Keys that a person added may have any name, so those that begin as ours do get another `$`. */
export function registerOf(field: string): string {
  return field.startsWith('$') ? `$${field}` : field
}

/** The field that a register holds; not for the registers of our own. */
export function fieldOf(register: string): string {
  return register.startsWith('$') ? register.slice(1) : register
}

export function stampOf(event: { id: string; writer: string }): Stamp {
  return `${event.id}@${event.writer}`
}

/** Milliseconds since the epoch of the event that a stamp names (by the hybrid clock). */
export function stampTime(stamp: Stamp): number {
  return ulidTime(stamp)
}

export function emptyRecord(project: string, id: string): RecordState {
  return {
    project,
    id,
    fields: {},
    stamps: {},
    gone: false,
    baseline: {},
    hits: 0,
    recurrences: 0,
    lastHit: undefined,
    lastSeen: undefined,
    ratings: [],
  }
}

/** Whether the record is there: something was written, and it is not forgotten since. */
export function isPresent(state: RecordState | undefined): state is RecordState {
  return state !== undefined && !state.gone && state.fields.kind !== undefined
}

/** The state after one more event of this record. Does not change its argument. */
export function evolve(state: RecordState, event: StoredEvent): RecordState {
  const next = { ...state, fields: { ...state.fields }, stamps: { ...state.stamps } }
  applyTo(next, event)
  return next
}

function applyTo(state: RecordState, event: StoredEvent): void {
  const stamp = stampOf(event)
  switch (event.type) {
    case 'record.upserted':
      applyUpsert(state, event.data, stamp, event.at)
      break
    case 'record.superseded':
      setFields(state, { status: 'superseded', supersededBy: event.data.by, updated: event.at }, stamp)
      break
    case 'record.archived':
      unsetFields(state, ['archivedReason'], stamp)
      setFields(state, { status: 'archived', archivedReason: event.data.reason, updated: event.at }, stamp)
      break
    case 'record.restored':
      setGone(state, false, stamp)
      setFields(state, { status: 'active', updated: event.at }, stamp)
      unsetFields(state, ['archivedReason', 'supersededBy'], stamp)
      break
    case 'record.forgotten':
      setGone(state, true, stamp)
      break
    case 'record.recurred':
      state.recurrences += 1
      state.lastSeen = later(state.lastSeen, event.at)
      setFields(state, { updated: event.at }, stamp)
      break
    case 'record.hit':
      state.hits += 1
      state.lastHit = later(state.lastHit, event.at)
      break
    case 'record.redacted':
      if (event.data.all) wins(state, redactedRegister, stamp)
      break
    case 'record.rated':
      state.ratings = insertRating(state.ratings, { stamp, ...verdictOf(event.data), at: event.at })
      break
    default:
      break
  }
}

type Upsert = Extract<StoredEvent, { type: 'record.upserted' }>['data']

function applyUpsert(state: RecordState, { set, unset, baseline }: Upsert, stamp: Stamp, at: string): void {
  setGone(state, false, stamp)
  unsetFields(state, unset ?? [], stamp)
  setFields(state, { ...set, updated: set.updated ?? at }, stamp)
  if (baseline !== undefined && wins(state, baselineRegister, stamp)) state.baseline = baseline
}

function setFields(state: RecordState, set: { [name: string]: FieldValue }, stamp: Stamp): void {
  for (const [name, value] of Object.entries(set)) {
    // The schema drops this name on reading; an assignment to it would change the prototype instead.
    if (name === '__proto__') continue
    if (value !== undefined && wins(state, registerOf(name), stamp)) state.fields[name] = value
  }
}

function unsetFields(state: RecordState, names: readonly string[], stamp: Stamp): void {
  for (const name of names) {
    if (name !== '__proto__' && wins(state, registerOf(name), stamp)) delete state.fields[name]
  }
}

function setGone(state: RecordState, gone: boolean, stamp: Stamp): void {
  if (wins(state, goneRegister, stamp)) state.gone = gone
}

/** Takes the register if this stamp is the latest that wrote it. */
function wins(state: RecordState, register: string, stamp: Stamp): boolean {
  const held = Object.hasOwn(state.stamps, register) ? state.stamps[register] : undefined
  if (held !== undefined && held > stamp) return false
  state.stamps[register] = stamp
  return true
}

/** Of two times of events, which are all spelled alike. */
function later(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b
}

/** The part that counts. */
export function verdictOf({ rating, signal }: Pick<Rated, 'rating' | 'signal'>): Pick<Rated, 'rating' | 'signal'> {
  return { ...(rating !== undefined && { rating }), ...(signal !== undefined && { signal }) }
}

function insertRating(ratings: readonly Rated[], rating: Rated): Rated[] {
  const at = ratings.findIndex((other) => other.stamp > rating.stamp)
  return at === -1 ? [...ratings, rating] : ratings.toSpliced(at, 0, rating)
}

/** What events of one record add up to alone. */
export function foldRecord(
  { project, id }: { project: string; id: string },
  events: readonly StoredEvent[],
): RecordState {
  return events.reduce(evolve, emptyRecord(project, id))
}

/** All records of a log, by `project/id`, folded in memory: the naive twin that the index is checked against. */
export function foldRecords(events: Iterable<StoredEvent>): Map<string, RecordState> {
  const states = new Map<string, RecordState>()
  const seen = new Set<string>()
  for (const event of events) {
    const line = `${event.writer}:${event.seq}`
    if (seen.has(line) || !isRecordEvent(event)) continue
    seen.add(line)
    const key = `${event.data.project}/${event.data.id}`
    states.set(key, evolve(states.get(key) ?? emptyRecord(event.data.project, event.data.id), event))
  }
  return states
}

/** Events that change a record; `session.seen` names one but only remembers who read it. */
export function isRecordEvent(event: StoredEvent): event is Extract<StoredEvent, { type: RecordEvent }> {
  return 'id' in event.data && event.type !== 'session.seen'
}
