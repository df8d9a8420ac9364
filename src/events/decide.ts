/**
 * Which events a command leads to, given what is so now. Pure: the caller reads the state under the lock, and what
 * depends on the past (a recurrence? seen in this session?) is settled here once and written into the events.
 */
import { isDeepStrictEqual } from 'node:util'
import { MemoError } from '../lib/errors.ts'
import type { Baseline, ContentFields } from '../record/schema.ts'
import { type Actor, hitEligibleKinds, type Kind, type Rating } from '../record/vocabulary.ts'
import { countersOf } from './counters.ts'
import { isPresent, type RecordState } from './fold.ts'
import type { EventDraft } from './schema.ts'

export interface UpsertCommand {
  project: string
  id: string
  /** The fields that the caller gave; others of an existing record stay. */
  set: ContentFields
  /** Fields to clear. */
  unset?: readonly string[]
  /** Counters that a new record brings along. */
  baseline?: Baseline
  /** The time of a new record that does not say when it was created (ISO 8601). */
  now: string
  actor: Actor
  /** What `set.supersedes` names needs no closing: it arrives closed. */
  isSettled?: boolean
}

export interface UpsertState {
  current: RecordState | undefined
  /** An active trap that this new one repeats. */
  repeated: RecordState | undefined
  /** The record that `set.supersedes` names. */
  superseded: RecordState | undefined
  /** Ids of the records that replaced `current` in turn, by `supersededBy`; names a longer circle. */
  successors?: readonly string[]
}

export type UpsertOutcome = 'created' | 'changed' | 'unchanged' | 'recurred'

export interface UpsertDecision {
  outcome: UpsertOutcome
  /** The record that the events are about: the repeated one for a recurrence. */
  id: string
  superseded: string | undefined
  events: EventDraft[]
}

/** Decides a write. Throws USAGE or REFUSED for a supersession that cannot be. */
export function decideUpsert(command: UpsertCommand, state: UpsertState): UpsertDecision {
  const { project, id, set, actor } = command
  if (isPresent(state.current)) return decideEdit(command, state, state.current)
  if (state.repeated !== undefined && set.supersedes === undefined) {
    const data = { project, id: state.repeated.id, ...pick(set, ['title', 'body']) }
    return {
      outcome: 'recurred',
      id: data.id,
      superseded: undefined,
      events: [{ actor, type: 'record.recurred', data }],
    }
  }
  const closing = closeSuperseded(command, state)
  const data = { project, id, set: withDefaults(command), ...leftovers(command, state), ...baselineOf(command, state) }
  const events: EventDraft[] = [{ actor, type: 'record.upserted', data }, ...closing]
  return { outcome: 'created', id, superseded: closing.length > 0 ? set.supersedes : undefined, events }
}

function decideEdit(command: UpsertCommand, state: UpsertState, current: RecordState): UpsertDecision {
  const { project, id, actor } = command
  const set = changedFields(command.set, current)
  const unset = (command.unset ?? []).filter(
    (name) => Object.hasOwn(current.fields, name) && !isGiven(command.set, name),
  )
  if (unset.includes('kind')) throw new MemoError('USAGE', `record ${id} must have a kind`)
  const closing = closeSuperseded(command, state)
  const events: EventDraft[] = [...closing]
  if (Object.keys(set).length > 0 || unset.length > 0) {
    events.unshift({ actor, type: 'record.upserted', data: { project, id, set, ...(unset.length > 0 && { unset }) } })
  }
  const superseded = closing.length > 0 ? command.set.supersedes : undefined
  return { outcome: events.length > 0 ? 'changed' : 'unchanged', id, superseded, events }
}

/** Those of the fields that the record does not have, or has with another value. */
export function changedFields(set: ContentFields, current: RecordState): ContentFields {
  const entries = Object.entries(set).filter(
    ([name, value]) =>
      value !== undefined && !(Object.hasOwn(current.fields, name) && isDeepStrictEqual(value, current.fields[name])),
  )
  return Object.fromEntries(entries)
}

function isGiven(set: ContentFields, name: string): boolean {
  return Object.hasOwn(set, name) && set[name] !== undefined
}

function withDefaults({ set, now }: UpsertCommand): ContentFields {
  const status = set.status ?? (set.kind === 'task' ? 'todo' : 'active')
  return { ...set, status, created: set.created ?? now, updated: set.updated ?? set.created ?? now }
}

/** A forgotten record that is written anew must not inherit fields of its earlier life. */
function leftovers({ set }: UpsertCommand, { current }: UpsertState): { unset?: string[] } {
  const unset = Object.keys(current?.fields ?? {}).filter((name) => !isGiven(set, name) && !isDefaulted(name))
  return unset.length > 0 ? { unset } : {}
}

function isDefaulted(name: string): boolean {
  return name === 'status' || name === 'created' || name === 'updated'
}

/** A trap that supersedes another goes on counting where that one stood (reference: occurrences + 1). */
function baselineOf({ set, baseline }: UpsertCommand, { superseded }: UpsertState): { baseline?: Baseline } {
  const goesOn = set.kind === 'trap' && isPresent(superseded) && superseded.fields.kind === 'trap'
  const all = { ...(goesOn && { occurrences: countersOf(superseded).occurrences + 1 }), ...baseline }
  return Object.keys(all).length > 0 ? { baseline: all } : {}
}

function closeSuperseded(command: UpsertCommand, state: UpsertState): EventDraft[] {
  const { project, id, set, actor, isSettled } = command
  const { current, superseded, successors = [] } = state
  if (set.supersedes === undefined || isSettled) return []
  if (set.supersedes === id) throw new MemoError('USAGE', `record ${id} cannot supersede itself`)
  if (!isPresent(superseded)) {
    if (isPresent(current) && current.fields.supersedes === set.supersedes) return []
    throw new MemoError('NOT_FOUND', `there is no record ${set.supersedes} in project ${project} to supersede`)
  }
  if (superseded.fields.supersedes === id || successors.includes(superseded.id)) {
    throw new MemoError('REFUSED', `record ${superseded.id} already supersedes ${id}: a circle of supersessions`)
  }
  if (superseded.fields.status === 'superseded' && superseded.fields.supersededBy === id) return []
  return [{ actor, type: 'record.superseded', data: { project, id: superseded.id, by: id } }]
}

function pick(fields: ContentFields, names: ('title' | 'body')[]): { title?: string; body?: string } {
  return Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]))
}

export interface HitCommand {
  record: { project: string; id: string; kind: Kind }
  via: 'get' | 'search' | 'bootstrap'
  session: string | undefined
  query: string | undefined
  actor: Actor
}

/** One acknowledged use: nothing for kinds that are not counted, or when this session has counted it before. */
export function decideHit(command: HitCommand, seenInSession: boolean): EventDraft[] {
  const { record, via, session, query, actor } = command
  if (!hitEligibleKinds.includes(record.kind) || (session !== undefined && seenInSession)) return []
  const key = { project: record.project, id: record.id }
  const hit: EventDraft = {
    actor,
    type: 'record.hit',
    data: { ...key, via, ...(session !== undefined && { session }), ...(query !== undefined && { query }) },
  }
  if (session === undefined) return [hit]
  return [hit, { actor, type: 'session.seen', data: { ...key, session } }]
}

export interface RateCommand {
  project: string
  id: string
  rating: Rating
  comment: string | undefined
  session: string | undefined
  actor: Actor
}

export function decideRating({ actor, comment, session, ...data }: RateCommand): EventDraft[] {
  const said = { ...(comment !== undefined && { comment }), ...(session !== undefined && { session }) }
  return [{ actor, type: 'record.rated', data: { ...data, ...said } }]
}

export interface ForgetCommand {
  project: string
  id: string
  reason: string | undefined
  actor: Actor
}

/** Of a record that is there. */
export function decideForgetting({ actor, reason, ...key }: ForgetCommand): EventDraft[] {
  return [{ actor, type: 'record.forgotten', data: { ...key, ...(reason !== undefined && { reason }) } }]
}
