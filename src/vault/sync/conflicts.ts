/** Fields of a record that both sides have changed since they parted: both edits are in the log, the later one stands. */
import { isDeepStrictEqual } from 'node:util'
import { fieldOf, foldRecord, goneRegister, type RecordState, type Stamp, stampOf } from '../../events/fold.ts'
import type { StoredEvent } from '../../events/schema.ts'
import type { Deltas } from './deltas.ts'

interface Edit {
  /** Id of the event. */
  event: string
  writer: string
  /** ISO 8601. */
  at: string
}

export interface Conflict {
  projectId: string
  id: string
  /** `forgotten` where one side took the record out of every answer. */
  field: string
  kept: Edit
  earlier: Edit
}

/** Follow from any edit: that they differ says nothing. */
const incidental = ['updated', '$baseline']

export function findConflicts({ came, here }: Deltas): Conflict[] {
  return [...came].flatMap(([key, theirs]) => {
    const ours = here.get(key) ?? []
    const known = new Set(theirs.map(stampOf))
    return compare(
      theirs,
      ours.filter((event) => !known.has(stampOf(event))),
    )
  })
}

function compare(theirs: readonly StoredEvent[], ours: readonly StoredEvent[]): Conflict[] {
  const [theirState, ourState] = [stateOf(theirs), stateOf(ours)]
  if (theirState === undefined || ourState === undefined) return []
  const events = new Map([...theirs, ...ours].map((event) => [stampOf(event), event]))
  return Object.entries(theirState.stamps).flatMap(([register, stamp]) => {
    const other = Object.hasOwn(ourState.stamps, register) ? ourState.stamps[register] : undefined
    if (other === undefined || incidental.includes(register) || saysTheSame(theirState, ourState, register)) return []
    const [earlier, kept] = [stamp, other].sort().map((each) => toEdit(events, each))
    if (earlier === undefined || kept === undefined) return []
    const field = register === goneRegister ? 'forgotten' : fieldOf(register)
    return [{ projectId: theirState.project, id: theirState.id, field, kept, earlier }]
  })
}

function stateOf(events: readonly StoredEvent[]): RecordState | undefined {
  const [first] = events
  if (first === undefined || !('id' in first.data)) return undefined
  return foldRecord(first.data, events)
}

function saysTheSame(a: RecordState, b: RecordState, register: string): boolean {
  if (register === goneRegister) return a.gone === b.gone
  return isDeepStrictEqual(a.fields[fieldOf(register)], b.fields[fieldOf(register)])
}

function toEdit(events: ReadonlyMap<Stamp, StoredEvent>, stamp: Stamp): Edit {
  const event = events.get(stamp)
  return { event: event?.id ?? '', writer: event?.writer ?? '', at: event?.at ?? '' }
}
