/** What each event of a record changed, and what was written over since. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../record/json-value.ts'
import { emptyRecord, evolve, fieldOf, isRecordEvent, type RecordState, stampOf } from './fold.ts'
import type { StoredEvent } from './schema.ts'

export interface FieldChange {
  field: string
  /** Missing where it was not set. */
  from?: JsonValue
  /** Missing where it was taken away. */
  to?: JsonValue
}

/** A field that an event wrote, and that another clone wrote next. */
export interface Overwritten {
  field: string
  event: string
  writer: string
}

export interface Step {
  event: StoredEvent
  before: RecordState
  after: RecordState
  overwritten: Overwritten[]
}

/** The state before and after each event; the events of one record, in event order. */
export function toSteps(record: { project: string; id: string }, events: readonly StoredEvent[]): Step[] {
  const steps: Step[] = []
  const lastWrites = new Map<string, Step>()
  let state = emptyRecord(record.project, record.id)
  for (const event of events) {
    const after = isRecordEvent(event) ? evolve(state, event) : state
    const step: Step = { event, before: state, after, overwritten: [] }
    for (const register of writtenBy(event, after)) {
      const earlier = lastWrites.get(register)
      if (earlier !== undefined && isOverwritten(earlier, step, fieldOf(register)))
        earlier.overwritten.push({ field: fieldOf(register), event: event.id, writer: event.writer })
      lastWrites.set(register, step)
    }
    steps.push(step)
    state = after
  }
  return steps
}

/** The registers of content that an event wrote; in event order each event has the last word of what it writes. */
export function writtenBy(event: StoredEvent, { stamps }: RecordState): string[] {
  const stamp = stampOf(event)
  return Object.keys(stamps).filter((register) => stamps[register] === stamp && isContent(register))
}

/** Neither the registers of our own nor the time of the change, which each event writes. */
function isContent(register: string): boolean {
  return !/^\$(?!\$)/.test(register) && register !== 'updated'
}

/**
 * By another clone, with another value. The log does not say whether that clone knew the earlier one; either way it is
 * not what the record shows.
 */
function isOverwritten(earlier: Step, later: Step, field: string): boolean {
  const [was, is] = [ownOf(earlier.after.fields, field), ownOf(later.after.fields, field)]
  return earlier.event.writer !== later.event.writer && !isDeepStrictEqual(was, is)
}

/** The fields that differ, by name, without the text and without the time of the change. */
export function fieldChanges(before: RecordState, after: RecordState): FieldChange[] {
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])
  return [...names].sort().flatMap((field) => {
    if (field === 'body' || field === 'updated') return []
    const from = ownOf(before.fields, field)
    const to = ownOf(after.fields, field)
    if (isDeepStrictEqual(from, to)) return []
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
  })
}

/** Fields may have any name, `constructor` too. */
export function ownOf<Value>(values: { [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
