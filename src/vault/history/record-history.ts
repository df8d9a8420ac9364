/**
 * Earlier states of records, read from the log when they are asked for. Of the log only the places of its lines are kept
 * in memory, four numbers each; the lines of one record are read again from the disk.
 */
import { emptyRecord, evolve, isRecordEvent, type RecordState } from '../../events/fold.ts'
import { splitLines, tryDecode } from '../../events/lines.ts'
import { startPosition } from '../../events/log.ts'
import { byOrder } from '../../events/merge-writers.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import type { AdoptInput } from '../../projections/files/adopt.ts'
import { isPending } from '../../projections/index/outbox.ts'
import { needReaders } from '../append.ts'
import type { Vault } from '../vault.ts'

/** By record, four numbers for each of its events: writer, segment, first byte, byte behind the last. */
interface Places {
  writers: string[]
  byRecord: Map<string, number[]>
}

/** The events of one record, and its states after each of them, oldest first. The log is gone through once, and only if ever asked. */
export function pastOf(vault: Vault): Pick<AdoptInput, 'events' | 'history' | 'redacted'> {
  let places: Places | undefined
  const events = (project: string, id: string): StoredEvent[] => {
    places ??= findPlaces(vault)
    // The log is read writer by writer.
    return readEvents(vault, places, `${project}/${id}`).toSorted(byOrder)
  }
  const redacted = (project: string, id: string): RecordState[] => {
    const { db } = vault.projections
    if (!isPending(db, 'log', project, id) && !isPending(db, 'index', project, id)) return []
    const all = events(project, id)
    const last = all.findLastIndex(({ type }) => type === 'record.redacted')
    return toStates(project, id, all.slice(0, Math.max(last, 0)))
  }
  return { events, redacted, history: (project, id) => toStates(project, id, events(project, id)) }
}

function findPlaces(vault: Vault): Places {
  const places: Places = { writers: [], byRecord: new Map() }
  let [before, writer] = [startPosition, '']
  for (const { event, position } of vault.log.read(new Map(), needReaders(vault).toEvent)) {
    if (event.writer !== writer) {
      ;[before, writer] = [startPosition, event.writer]
      places.writers.push(writer)
    }
    const start = position.segment === before.segment ? before.offset : 0
    before = position
    if (!isFoldable(event) || !isRecordEvent(event)) continue
    const key = `${event.data.project}/${event.data.id}`
    const known = places.byRecord.get(key) ?? []
    known.push(places.writers.length - 1, position.segment, start, position.offset)
    places.byRecord.set(key, known)
  }
  return places
}

function toStates(project: string, id: string, events: readonly StoredEvent[]): RecordState[] {
  let state = emptyRecord(project, id)
  return events.map((event) => {
    state = evolve(state, event)
    return state
  })
}

function readEvents(vault: Vault, { writers, byRecord }: Places, key: string): StoredEvent[] {
  const { toEvent } = needReaders(vault)
  const places = byRecord.get(key) ?? []
  const events: StoredEvent[] = []
  for (let at = 0; at < places.length; at += 4) {
    const [writer = 0, segment = 0, start = 0, end = 0] = places.slice(at, at + 4)
    const [line] = splitLines(vault.log.segments.read(writers[writer] ?? '', segment, start, end), start)
    const decoded = line === undefined ? 'gone' : tryDecode(line)
    const event = typeof decoded === 'string' ? undefined : toEvent(decoded)
    if (event !== undefined && isFoldable(event)) events.push(event)
  }
  return events
}
