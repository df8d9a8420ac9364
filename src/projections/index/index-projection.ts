/** The index: every event folded into the rows that answer searches, listings and counters. */
import {
  emptyRecord,
  evolve,
  isPresent,
  isRecordEvent,
  type RecordState,
  redactedRegister,
  stampOf,
} from '../../events/fold.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { holdsWords } from '../../events/words.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { Projection } from '../projection.ts'
import type { IndexDatabase } from './database.ts'
import { enqueue } from './outbox.ts'
import { applyProjectEvent } from './project-rows.ts'
import { findRecords, type StoredRecord, saveCounts, saveRecord, statusOf, textOf } from './record-rows.ts'
import { removeSearchRows, type Searched, writeSearchRows } from './search-rows.ts'
import { foldedTableNames, foldedTables, indexVersion } from './tables.ts'

export function indexProjection(db: IndexDatabase): Projection {
  return {
    name: 'index',
    version: indexVersion,
    reset: () => {
      for (const table of foldedTableNames) db.raw.exec(`DROP TABLE IF EXISTS ${table}`)
      db.raw.exec(foldedTables)
    },
    apply: (events) => {
      for (const event of events) {
        if (event.type === 'session.seen') saveSession(db, event)
        else if (event.type === 'project.registered') applyProjectEvent(db, event)
      }
      const changed = foldTogether(db, events.filter(isRecordEvent))
      writeSearchRows(
        db,
        changed.flatMap((each) => saveChanged(db, each)),
      )
      moveCounts(db, changed)
    },
  }
}

type SessionEvent = Extract<StoredEvent, { type: 'session.seen' }>

function saveSession(db: IndexDatabase, { data, at }: SessionEvent): void {
  db.prepare(
    `INSERT INTO sessions (session, project, id, seen_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET seen_ms = max(seen_ms, excluded.seen_ms)`,
  ).run(data.session, data.project, data.id, Date.parse(at))
}

/** A record whose events come together: its rows are written once, for the state after the last of them. */
interface Changed {
  stored: StoredRecord | undefined
  state: RecordState
  ratings: RatedEvent[]
  /** Nothing but uses and ratings came. */
  isOnlyCounted: boolean
}

type RecordEvent = Extract<StoredEvent, { data: { id: string } }>
type RatedEvent = Extract<StoredEvent, { type: 'record.rated' }>

/** In the order in which the records come up first. */
function foldTogether(db: IndexDatabase, events: readonly RecordEvent[]): Changed[] {
  const keys = new Map(events.map(({ data }) => [nameOf(data), data]))
  const stored = keys.size === 0 ? new Map<string, StoredRecord>() : findRecords(db, [...keys.values()])
  const changed = new Map<string, Changed>()
  for (const event of events) {
    const name = nameOf(event.data)
    const each = changed.get(name) ?? beginChange(event.data, stored.get(name))
    changed.set(name, each)
    foldEvent(db, each, event)
  }
  return [...changed.values()]
}

function nameOf({ project, id }: RecordKey): string {
  return `${project}/${id}`
}

function beginChange({ project, id }: RecordKey, stored: StoredRecord | undefined): Changed {
  return { stored, state: stored?.state ?? emptyRecord(project, id), ratings: [], isOnlyCounted: true }
}

function foldEvent(db: IndexDatabase, each: Changed, event: RecordEvent): void {
  const { project, id } = event.data
  if (isToRedact(each.state, event)) enqueue(db, 'log', project, id)
  if (event.type === 'record.redacted' && Object.keys(each.state.fields).length > 0) enqueue(db, 'index', project, id)
  if (event.type === 'record.rated') each.ratings.push(event)
  else if (event.type !== 'record.hit') each.isOnlyCounted = false
  each.state = evolve(each.state, event)
}

/** Gives the record where what is searched of it is to be written. */
function saveChanged(db: IndexDatabase, changed: Changed): Searched[] {
  const { stored, state, ratings } = changed
  const key = saveRow(db, changed)
  for (const event of ratings) saveRating(db, key, event)
  if (isSearchedAlike(stored?.state, state)) return []
  if (isPresent(stored?.state)) removeSearchRows(db, key, stored.state)
  return isPresent(state) ? [{ key, state }] : []
}

function saveRow(db: IndexDatabase, { stored, state, isOnlyCounted }: Changed): number {
  if (stored === undefined || !isOnlyCounted) return saveRecord(db, stored?.key, state)
  saveCounts(db, stored.key, state)
  return stored.key
}

/** A redaction, and a line that arrives with its words after one that it should have lost them by. */
function isToRedact({ stamps }: RecordState, event: StoredEvent): boolean {
  if (event.type === 'record.redacted') return true
  const redacted = stamps[redactedRegister]
  return redacted !== undefined && stampOf(event) < redacted && holdsWords(event.data)
}

function saveRating(db: IndexDatabase, key: number, event: RatedEvent): void {
  const { rating, signal } = event.data
  db.prepare('INSERT OR IGNORE INTO ratings (record, stamp, rating, signal, at) VALUES (?, ?, ?, ?, ?)').run(
    key,
    stampOf(event),
    rating ?? null,
    signal ?? null,
    event.at,
  )
}

/** Counts by kind and status are kept, so that a view or a status line never scans a project. */
function moveCounts(db: IndexDatabase, changed: readonly Changed[]): void {
  const moves = new Map<string, { slot: Slot; by: number }>()
  const move = (slot: Slot | undefined, by: number): void => {
    if (slot === undefined) return
    const name = slot.join('\n')
    moves.set(name, { slot, by: (moves.get(name)?.by ?? 0) + by })
  }
  for (const { stored, state } of changed) {
    move(countSlot(stored?.state), -1)
    move(countSlot(state), 1)
  }
  for (const { slot, by } of moves.values()) if (by !== 0) addToCount(db, slot, by)
}

/** Project, kind and status. */
type Slot = [string, string, string]

function countSlot(state: RecordState | undefined): Slot | undefined {
  return isPresent(state) ? [state.project, textOf(state.fields.kind) ?? '', statusOf(state)] : undefined
}

function addToCount(db: IndexDatabase, slot: Slot, by: number): void {
  db.prepare(
    `INSERT INTO record_counts (project, kind, status, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  ).run(...slot, by)
  db.prepare('DELETE FROM record_counts WHERE project = ? AND kind = ? AND status = ? AND count = 0').run(...slot)
}

/** What is searched does not change by a hit, a rating or a new status: then the full-text rows stay as they are. */
function isSearchedAlike(before: RecordState | undefined, after: RecordState): boolean {
  const names = [
    'title',
    'body',
    'tags',
    'pathPatterns',
    'links',
    'facets',
    'entities',
    'supersedes',
    'evidence',
    'kind',
  ]
  return isPresent(before) === isPresent(after) && names.every((name) => before?.fields[name] === after.fields[name])
}
