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
import type { Fold, Projection } from '../projection.ts'
import type { IndexDatabase } from './database.ts'
import { enqueue } from './outbox.ts'
import { applyProjectEvent } from './project-rows.ts'
import { findRecords, type StoredRecord, saveCounts, saveRecord, statusOf, textOf } from './record-rows.ts'
import { putSearchOff, searchedTo, writeSearchBehind } from './search-behind.ts'
import { removeSearchRows, type Searched, writeSearchRows } from './search-rows.ts'
import { foldedTableNames, foldedTables, indexVersion } from './tables.ts'

export function indexProjection(db: IndexDatabase): Projection {
  return {
    name: 'index',
    version: indexVersion,
    reset: () => {
      for (const table of foldedTableNames) db.raw.exec(`DROP TABLE IF EXISTS ${table}`)
      db.raw.exec(foldedTables)
      putSearchOff(db)
    },
    begin: (isPart = false) => beginIndexFold(db, isPart ? searchedTo(db) : Infinity),
    completePart: () => writeSearchBehind(db),
  }
}

/** @param searched up to which key what is searched of a record is there, and kept up */
function beginIndexFold(db: IndexDatabase, searched: number): Fold {
  const changed = new Map<string, Changed>()
  const unsaved = new Set<Changed>()
  const save = (): void => {
    for (const each of unsaved) saveRow(db, each)
    unsaved.clear()
  }
  return {
    apply: (events) => {
      for (const event of events) {
        if (event.type === 'session.seen') saveSession(db, event)
        else if (event.type === 'project.registered') applyProjectEvent(db, event)
      }
      for (const each of foldTogether(db, changed, events.filter(isRecordEvent))) unsaved.add(each)
    },
    save,
    finish: () => {
      save()
      const all = [...changed.values()]
      writeSearchRows(
        db,
        all.flatMap((each) => (Number(each.key) > searched ? [] : clearSearched(db, each))),
      )
      moveCounts(db, all)
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

/** A record whose events come together: what is searched of it is written once, for the state after the last of them. */
interface Changed {
  /** As it was before the first of them. */
  before: RecordState | undefined
  key: number | undefined
  state: RecordState
  /** Not yet written. */
  ratings: RatedEvent[]
  /** Nothing but uses and ratings came since its row was written. */
  isOnlyCounted: boolean
}

type RecordEvent = Extract<StoredEvent, { data: { id: string } }>
type RatedEvent = Extract<StoredEvent, { type: 'record.rated' }>

/** Gives those that the events are about, in the order in which they come up first. */
function foldTogether(db: IndexDatabase, changed: Map<string, Changed>, events: readonly RecordEvent[]): Set<Changed> {
  const fresh = new Map(
    events.flatMap(({ data }): [string, RecordKey][] => (changed.has(nameOf(data)) ? [] : [[nameOf(data), data]])),
  )
  const stored = fresh.size === 0 ? new Map<string, StoredRecord>() : findRecords(db, [...fresh.values()])
  const touched = new Set<Changed>()
  for (const event of events) {
    const name = nameOf(event.data)
    const each = changed.get(name) ?? beginChange(event.data, stored.get(name))
    changed.set(name, each)
    touched.add(each)
    foldEvent(db, each, event)
  }
  return touched
}

function nameOf({ project, id }: RecordKey): string {
  return `${project}/${id}`
}

function beginChange({ project, id }: RecordKey, stored: StoredRecord | undefined): Changed {
  const state = stored?.state ?? emptyRecord(project, id)
  return { before: stored?.state, key: stored?.key, state, ratings: [], isOnlyCounted: true }
}

function foldEvent(db: IndexDatabase, each: Changed, event: RecordEvent): void {
  const { project, id } = event.data
  if (isToRedact(each.state, event)) enqueue(db, 'log', project, id)
  if (event.type === 'record.redacted' && Object.keys(each.state.fields).length > 0) enqueue(db, 'index', project, id)
  if (event.type === 'record.rated') each.ratings.push(event)
  else if (event.type !== 'record.hit') each.isOnlyCounted = false
  each.state = evolve(each.state, event)
}

function saveRow(db: IndexDatabase, each: Changed): void {
  const { key, state, ratings, isOnlyCounted } = each
  if (key === undefined || !isOnlyCounted) each.key = saveRecord(db, key, state)
  else saveCounts(db, key, state)
  for (const event of ratings) saveRating(db, Number(each.key), event)
  each.ratings = []
  each.isOnlyCounted = true
}

/** Gives the record where what is searched of it is to be written. */
function clearSearched(db: IndexDatabase, { before, key, state }: Changed): Searched[] {
  if (key === undefined || isSearchedAlike(before, state)) return []
  if (isPresent(before)) removeSearchRows(db, key, before)
  return isPresent(state) ? [{ key, state }] : []
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
  for (const { before, state } of changed) {
    move(countSlot(before), -1)
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
