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
import type { Projection } from '../projection.ts'
import type { IndexDatabase } from './database.ts'
import { enqueue } from './outbox.ts'
import { applyProjectEvent } from './project-rows.ts'
import { findRecord, type StoredRecord, saveRecord, statusOf, textOf } from './record-rows.ts'
import { removeSearchRows, writeSearchRows } from './search-rows.ts'
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
      const changed = new Map<string, Changed>()
      for (const event of events) {
        if (event.type === 'session.seen') saveSession(db, event)
        else if (event.type === 'project.registered') applyProjectEvent(db, event)
        else if (isRecordEvent(event)) foldEvent(db, changed, event)
      }
      for (const each of changed.values()) saveChanged(db, each)
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
}

type RecordEvent = Extract<StoredEvent, { data: { id: string } }>
type RatedEvent = Extract<StoredEvent, { type: 'record.rated' }>

function foldEvent(db: IndexDatabase, changed: Map<string, Changed>, event: RecordEvent): void {
  const { project, id } = event.data
  const name = `${project}/${id}`
  const each = changed.get(name) ?? beginChange(db, project, id)
  changed.set(name, each)
  if (isToRedact(each.state, event)) enqueue(db, 'log', project, id)
  if (event.type === 'record.redacted' && Object.keys(each.state.fields).length > 0) enqueue(db, 'index', project, id)
  if (event.type === 'record.rated') each.ratings.push(event)
  each.state = evolve(each.state, event)
}

function beginChange(db: IndexDatabase, project: string, id: string): Changed {
  const stored = findRecord(db, project, id)
  return { stored, state: stored?.state ?? emptyRecord(project, id), ratings: [] }
}

function saveChanged(db: IndexDatabase, { stored, state, ratings }: Changed): void {
  const key = saveRecord(db, stored?.key, state)
  for (const event of ratings) saveRating(db, key, event)
  moveCount(db, stored?.state, state)
  if (isSearchedAlike(stored?.state, state)) return
  if (isPresent(stored?.state)) removeSearchRows(db, key, stored.state)
  if (isPresent(state)) writeSearchRows(db, key, state)
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
function moveCount(db: IndexDatabase, before: RecordState | undefined, after: RecordState): void {
  const from = countSlot(before)
  const to = countSlot(after)
  if (from?.join() === to?.join()) return
  if (from !== undefined) addToCount(db, from, -1)
  if (to !== undefined) addToCount(db, to, 1)
}

function countSlot(state: RecordState | undefined): [string, string, string] | undefined {
  return isPresent(state) ? [state.project, textOf(state.fields.kind) ?? '', statusOf(state)] : undefined
}

function addToCount(db: IndexDatabase, slot: [string, string, string], by: number): void {
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
