/**
 * Events that bring a folded state back into a log that lost some of its events: what `known` (a row of the index) has
 * and `logged` (the fold of what is left) has not. Pure. Fields come back with the ids of the events that wrote them, so
 * they order against other clones' edits as the lost events did; what was only counted comes back as a baseline.
 */
import { isDeepStrictEqual } from 'node:util'
import { keyOf } from '../record/record-key.ts'
import type { ContentFields } from '../record/schema.ts'
import { laterTime, toIso } from '../record/times.ts'
import type { Entry } from './append.ts'
import { countersOf } from './counters.ts'
import {
  baselineRegister,
  fieldOf,
  goneRegister,
  type RecordState,
  redactedRegister,
  type Stamp,
  stampTime,
  verdictOf,
} from './fold.ts'
import { ownOf } from './history.ts'

type Reemitted = Omit<Entry, 'actor'>

export interface ReemitInput {
  known: RecordState
  logged: RecordState
  /** Id and time for an event that was not there before. */
  fresh: () => { id: string; at: string }
}

/** The events, oldest first; none when the log has all of it. */
export function reemitRecord({ known, logged, fresh }: ReemitInput): Reemitted[] {
  if (known.fields.kind === undefined && !known.gone && known.stamps[redactedRegister] === undefined) return []
  const registers = lostRegisters(known, logged)
  const ratings = lostRatings(known, logged)
  const baseline = lostBaseline(known, { ...logged, ratings: [...logged.ratings, ...ratings].sort(byStamp) })
  const events = [...lostRedaction(known, logged), ...registers.map(([stamp, names]) => toWrite(known, stamp, names))]
  for (const { stamp, at, ...rated } of ratings) {
    events.push({ id: idOf(stamp), at, type: 'record.rated', data: { ...keyOf(known), ...verdictOf(rated) } })
  }
  if (baseline !== undefined) {
    events.push({ ...fresh(), type: 'record.upserted', data: { ...keyOf(known), set: updatedOf(known), baseline } })
  }
  // An upsert brings a record back, so one that was forgotten before it is forgotten again.
  const isRevived = baseline !== undefined || (registers.at(-1)?.[0] ?? '') > (known.stamps[goneRegister] ?? '')
  if (known.gone && isRevived) events.push({ ...fresh(), type: 'record.forgotten', data: keyOf(known) })
  return events
}

/** Under its own id: lines that come back from elsewhere are still told to be without data. */
function lostRedaction(known: RecordState, logged: RecordState): Reemitted[] {
  const stamp = known.stamps[redactedRegister]
  if (stamp === undefined || idOf(stamp) <= idOf(logged.stamps[redactedRegister] ?? '')) return []
  const header = { id: idOf(stamp), at: toIso(stampTime(stamp)) }
  return [{ ...header, type: 'record.redacted', data: { ...keyOf(known), events: [], all: true } }]
}

/** Registers whose value differs and was written later than what the log has, by the stamp that wrote them. */
function lostRegisters(known: RecordState, logged: RecordState): [Stamp, string[]][] {
  const byWrite = new Map<Stamp, string[]>()
  for (const [register, stamp] of Object.entries(known.stamps)) {
    if (register === baselineRegister || register === redactedRegister || saysTheSame(known, logged, register)) continue
    if (idOf(stamp) > idOf(ownOf(logged.stamps, register) ?? ''))
      byWrite.set(stamp, [...(byWrite.get(stamp) ?? []), register])
  }
  return [...byWrite].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** A later forgetting is never the same as an earlier one: what was written between them would bring the record back. */
function saysTheSame(known: RecordState, logged: RecordState, register: string): boolean {
  if (register === goneRegister && known.gone) return false
  return isDeepStrictEqual(readRegister(known, register), readRegister(logged, register))
}

function readRegister(state: RecordState, register: string): unknown {
  if (register === goneRegister) return state.gone
  const value = ownOf(state.fields, fieldOf(register))
  // The index does not tell an empty body from none.
  return register === 'body' ? (value ?? '') : value
}

function toWrite(known: RecordState, stamp: Stamp, registers: readonly string[]): Reemitted {
  const header = { id: idOf(stamp), at: toIso(stampTime(stamp)) }
  if (known.gone && registers.includes(goneRegister)) return { ...header, type: 'record.forgotten', data: keyOf(known) }
  const names = registers.filter((register) => register !== goneRegister).map(fieldOf)
  const set: ContentFields = { ...updatedOf(known) }
  for (const name of names) {
    const value = ownOf(known.fields, name)
    if (value !== undefined) set[name] = value
  }
  const unset = names.filter((name) => !Object.hasOwn(known.fields, name) && name !== 'body')
  if (names.includes('body')) set.body = String(known.fields.body ?? '')
  return { ...header, type: 'record.upserted', data: { ...keyOf(known), set, ...(unset.length > 0 && { unset }) } }
}

/** Said in each upsert, because one that does not say it would take its own time for the record's. */
function updatedOf({ fields }: RecordState): ContentFields {
  return typeof fields.updated === 'string' ? { updated: fields.updated } : {}
}

function lostRatings(known: RecordState, logged: RecordState): RecordState['ratings'] {
  const there = new Set(logged.ratings.map(({ stamp }) => idOf(stamp)))
  return known.ratings.filter(({ stamp }) => !there.has(idOf(stamp)))
}

/** The baseline with which the log's own events count up to what the index had counted. */
function lostBaseline(known: RecordState, logged: RecordState): RecordState['baseline'] | undefined {
  const had = countersOf(known)
  const has = countersOf(logged)
  const wanted = {
    ...logged.baseline,
    ...known.baseline,
    hits: Math.max(had.hits, has.hits) - logged.hits,
    occurrences: Math.max(had.occurrences, has.occurrences) - logged.recurrences,
    lastHit: laterTime(had.lastHit, has.lastHit),
    lastSeen: laterTime(had.lastSeen, has.lastSeen),
  }
  const baseline = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  return isDeepStrictEqual(countersOf({ ...logged, baseline }), has) ? undefined : baseline
}

function byStamp(a: { stamp: Stamp }, b: { stamp: Stamp }): number {
  return a.stamp < b.stamp ? -1 : 1
}

/** A line that a repair moved keeps its id and has another writer. */
function idOf(stamp: Stamp): string {
  return stamp.slice(0, stamp.indexOf('@') === -1 ? undefined : stamp.indexOf('@'))
}
