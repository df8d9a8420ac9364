/**
 * The events that take others back. Pure. The aim is the record as it would be had those events never been: its other
 * events folded alone. So what somebody changed later stands, and nothing has to be remembered but the log.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ContentFields } from '../record/schema.ts'
import { type Actor, closedStatuses } from '../record/vocabulary.ts'
import { isKept, isReversible } from './change.ts'
import { evolve, fieldOf, foldRecord, isPresent, type RecordState, stampOf } from './fold.ts'
import { type Overwritten, ownOf, toSteps, writtenBy } from './history.ts'
import type { EventBody, EventDraft, StoredEvent } from './schema.ts'

/** What becomes of a record: `left` where all that was done to it was changed since, or cannot be taken back. */
export const undoOutcomes = ['forgotten', 'restored', 'archived', 'changed', 'left'] as const

export interface UndoInput {
  record: { project: string; id: string }
  /** All events of the record, in event order. */
  events: readonly StoredEvent[]
  isUndone(event: StoredEvent): boolean
  actor: Actor
  /** The time of the new events (ISO 8601). */
  now: string
}

export interface UndoDecision {
  outcome: (typeof undoOutcomes)[number]
  drafts: EventDraft[]
  /** The record now and as it will be. */
  before: RecordState
  after: RecordState
  /** What the events wrote and others wrote since; `record` for its being there at all. */
  left: Overwritten[]
  /** Types of those of the events that only count, or took data out: they stay. */
  kept: string[]
}

export function decideUndo(input: UndoInput): UndoDecision {
  const { record, events, isUndone, actor, now } = input
  const before = foldRecord(record, events)
  const target = foldRecord(
    record,
    events.filter((event) => !isUndone(event)),
  )
  const claim = findClaim(input, before, target)
  const bodies = claim === undefined ? toBodies(before, target, now) : []
  const drafts = bodies.map((body) => ({ ...body, actor }))
  const left = claim === undefined ? findLeft(input, before) : [claim]
  const kept = events.filter((event) => isUndone(event) && isKept(event.type)).map(({ type }) => type)
  const after = bodies.reduce<RecordState>((state, body) => simulate(state, body, now), before)
  return { outcome: toOutcome(bodies), drafts, before, after, left, kept: [...new Set(kept)] }
}

/** What stands against the record's going or coming back: somebody wrote it, or forgot it, since. */
function findClaim({ events, isUndone }: UndoInput, before: RecordState, target: RecordState): Overwritten | undefined {
  if (isPresent(before) === isPresent(target)) return undefined
  const since = events.slice(events.findIndex(isUndone)).filter(({ type }) => isReversible(type))
  const others = since.filter((event) => !isUndone(event) && (isPresent(before) || event.type === 'record.forgotten'))
  const last = others.at(-1)
  return last && { field: 'record', event: last.id, writer: last.writer }
}

function findLeft({ record, events, isUndone }: UndoInput, { stamps }: RecordState): Overwritten[] {
  const byStamp = new Map(events.map((event) => [stampOf(event), event]))
  const steps = toSteps(record, events).filter(({ event }) => isUndone(event))
  const written = new Set(steps.flatMap(({ event, after }) => writtenBy(event, after)))
  return [...written].sort().flatMap((register) => {
    const holder = byStamp.get(stamps[register] ?? '')
    if (holder === undefined || isUndone(holder)) return []
    return [{ field: fieldOf(register), event: holder.id, writer: holder.writer }]
  })
}

function toBodies(before: RecordState, target: RecordState, now: string): EventBody[] {
  const key = { project: before.project, id: before.id }
  if (!isPresent(target)) return isPresent(before) ? [{ type: 'record.forgotten', data: key }] : []
  const moves = isPresent(before) ? toMove(before, target) : [{ type: 'record.restored' as const, data: key }]
  const moved = moves.reduce<RecordState>((state, body) => simulate(state, body, now), before)
  return [...moves, ...setBack(moved, target, moves.length > 0)]
}

/** The event that says what people call it, where the status goes to or from a closed one. */
function toMove({ project, id, fields }: RecordState, { fields: wanted }: RecordState): EventBody[] {
  if (fields.status === wanted.status) return []
  const { status, archivedReason: reason, supersededBy: by } = wanted
  if (status === 'archived') {
    return [{ type: 'record.archived', data: { project, id, ...(typeof reason === 'string' && { reason }) } }]
  }
  if (status === 'superseded' && typeof by === 'string')
    return [{ type: 'record.superseded', data: { project, id, by } }]
  return isClosed(fields.status) ? [{ type: 'record.restored', data: { project, id } }] : []
}

function isClosed(status: unknown): boolean {
  return closedStatuses.some((closed) => closed === status)
}

/** The fields that still differ; with them, or with a move, also the time of the last change is what it was. */
function setBack({ project, id, fields }: RecordState, target: RecordState, isMoved: boolean): EventBody[] {
  const names = [...new Set([...Object.keys(fields), ...Object.keys(target.fields)])].sort()
  const differ = names.filter((name) => !isDeepStrictEqual(ownOf(fields, name), ownOf(target.fields, name)))
  if (differ.length === 0 || (!isMoved && differ.every((name) => name === 'updated'))) return []
  const has = (name: string): boolean => Object.hasOwn(target.fields, name)
  const kept = [...differ.filter(has), ...(has('updated') ? ['updated'] : [])]
  const set: ContentFields = Object.fromEntries(kept.map((name) => [name, target.fields[name]]))
  const unset = differ.filter((name) => !has(name))
  return [{ type: 'record.upserted', data: { project, id, set, ...(unset.length > 0 && { unset }) } }]
}

/** Later than everything that was written. */
const lastStamp = { id: '7'.padEnd(26, 'Z'), writer: '~' }

function simulate(state: RecordState, body: EventBody, now: string): RecordState {
  return evolve(state, { ...body, ...lastStamp, at: now } as StoredEvent)
}

function toOutcome(bodies: readonly EventBody[]): UndoDecision['outcome'] {
  const [first] = bodies
  if (first === undefined) return 'left'
  if (first.type === 'record.forgotten') return 'forgotten'
  if (first.type === 'record.restored') return 'restored'
  return first.type === 'record.archived' ? 'archived' : 'changed'
}
