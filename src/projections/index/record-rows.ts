/** A record's folded state as rows: reading it back, and writing it with everything that searches by it. */

import { countersOf } from '../../events/counters.ts'
import { type FieldValue, isPresent, type RecordState } from '../../events/fold.ts'
import type { RecordKey } from '../../record/record-key.ts'
import { type Lifetime, ownExpiryOf, parseInstant } from '../../record/times.ts'
import { isKind, type Kind, type Rating } from '../../record/vocabulary.ts'
import type { IndexDatabase, Row } from './database.ts'
import { fieldColumns, toFields, toStoredFields } from './record-fields.ts'
import { toStamps, toStoredStamps } from './record-stamps.ts'
import { parseStored } from './stored-json.ts'

/** What only the fold needs: counts without the baseline, and the baseline. Nothing where there is nothing to count yet. */
interface Tally {
  hits: number
  recurrences: number
  lastHit?: string | undefined
  lastSeen?: string | undefined
  baseline: RecordState['baseline']
  rated: boolean
  /** Forgotten. The row's own `gone` is also set while nothing but edits of a record has been read, not its creation. */
  gone: boolean
}

const noTally: Tally = { hits: 0, recurrences: 0, baseline: {}, rated: false, gone: false }

export interface StoredRecord {
  key: number
  state: RecordState
}

export function findRecord(db: IndexDatabase, project: string, id: string): StoredRecord | undefined {
  const row = db.prepare('SELECT * FROM records WHERE project = ? AND id = ?').get(project, id)
  return row === undefined ? undefined : { key: Number(row.key), state: toState(db, row) }
}

/** Those of the records that are there, by `project/id`. */
export function findRecords(db: IndexDatabase, keys: readonly RecordKey[]): Map<string, StoredRecord> {
  const [first] = keys
  if (first !== undefined && keys.length === 1) {
    const stored = findRecord(db, first.project, first.id)
    return new Map(stored === undefined ? [] : [[`${first.project}/${first.id}`, stored]])
  }
  const rows = db.prepare(`SELECT r.* FROM ${recordsByKeys}`).all(toKeyList(keys))
  return new Map(rows.map((row) => [`${row.project}/${row.id}`, { key: Number(row.key), state: toState(db, row) }]))
}

const recordsByKeys = `json_each(?) k CROSS JOIN records r
  ON r.project = json_extract(k.value, '$[0]') AND r.id = json_extract(k.value, '$[1]')`

function toKeyList(keys: readonly RecordKey[]): string {
  return JSON.stringify(keys.map(({ project, id }) => [project, id]))
}

const contentColumns = `r.key, r.project, r.id, ${fieldColumns}, body, tally, '{}' AS stamps`

/**
 * As the state of `findRecord`, but without the stamps, which only the fold needs and which take long to read. Of an empty text
 * only they tell whether it was ever written, and it is shown like none.
 */
export function findRecordContent(db: IndexDatabase, project: string, id: string): RecordState | undefined {
  const row = db.prepare(`SELECT ${contentColumns} FROM records r WHERE project = ? AND id = ?`).get(project, id)
  return row === undefined ? undefined : toState(db, row)
}

/** The same of many, by `project/id`, in a third of the time. */
export function findRecordContents(db: IndexDatabase, keys: readonly RecordKey[]): Map<string, RecordState> {
  const rows = db.prepare(`SELECT ${contentColumns} FROM ${recordsByKeys}`).all(toKeyList(keys))
  return new Map(rows.map((row) => [`${row.project}/${row.id}`, toState(db, row)]))
}

/** What the records that are there say, by key, from behind a key on; nothing of what was counted of them is in it. */
export function* contentsBehind(db: IndexDatabase, key: number): Generator<StoredRecord> {
  const sql = `SELECT key, project, id, ${fieldColumns}, body, NULL AS tally, '{}' AS stamps FROM records
    WHERE key > ? AND gone = 0 ORDER BY key`
  for (const row of db.prepare(sql).iterate(key)) yield { key: Number(row.key), state: toState(db, row) }
}

export function toState(db: IndexDatabase, row: Row): RecordState {
  const tally = row.tally === null ? noTally : (parseStored(row.tally, isTally) as Tally)
  const fields = toFields(row)
  if (row.body !== '') fields.body = String(row.body)
  const stamps = toStamps(row.stamps, fields)
  return {
    project: String(row.project),
    id: String(row.id),
    fields,
    stamps,
    gone: tally.gone,
    baseline: tally.baseline,
    hits: tally.hits,
    recurrences: tally.recurrences,
    lastHit: tally.lastHit,
    lastSeen: tally.lastSeen,
    ratings: tally.rated ? findRatings(db, Number(row.key)) : [],
  }
}

/** What the fold goes on from without asking. */
function isTally(value: Partial<Tally>): boolean {
  const { hits, recurrences, baseline, rated, gone } = value
  const areCounts = typeof hits === 'number' && typeof recurrences === 'number'
  return areCounts && typeof baseline === 'object' && typeof rated === 'boolean' && typeof gone === 'boolean'
}

function findRatings(db: IndexDatabase, key: number): RecordState['ratings'] {
  const rows = db.prepare('SELECT stamp, rating, signal, at FROM ratings WHERE record = ? ORDER BY stamp').all(key)
  return rows.map(({ stamp, rating, signal, at }) => ({
    stamp: String(stamp),
    ...(typeof rating === 'string' && { rating: rating as Rating }),
    ...(typeof signal === 'number' && { signal }),
    at: String(at),
  }))
}

const columns = [
  'project',
  'id',
  'gone',
  'kind',
  'status',
  'title',
  'severity',
  'layer',
  'created_ms',
  'updated_ms',
  'event_ms',
  'expires_ms',
  'valid_from_ms',
  'valid_to_ms',
  'source',
  'trust',
  'hits',
  'last_hit',
  'occurrences',
  'last_seen',
  'helpful',
  'stale',
  'outcome',
  'fields',
  'body',
  'stamps',
  'tally',
]
const insertSql = `INSERT INTO records (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const updateSql = `UPDATE records SET ${columns.map((name) => `${name} = ?`).join(', ')} WHERE key = ?`

/** Writes the row; gives the record's key. */
export function saveRecord(db: IndexDatabase, key: number | undefined, state: RecordState): number {
  const values = toValues(state)
  if (key === undefined) return Number(db.prepare(insertSql).run(...values).lastInsertRowid)
  db.prepare(updateSql).run(...values, key)
  return key
}

const countsSql = `UPDATE records SET hits = ?, last_hit = ?, helpful = ?, stale = ?, outcome = ?, tally = ? WHERE key = ?`

/** Writes what uses and ratings change, and leaves the other columns and their indices alone. */
export function saveCounts(db: IndexDatabase, key: number, state: RecordState): void {
  const { hits, lastHit, helpful, stale, outcome } = countersOf(state)
  const counts = [hits, lastHit ?? null, helpful, stale, outcome ?? null]
  db.prepare(countsSql).run(...counts, toStoredTally(state), key)
}

function toValues(state: RecordState): (string | number | null)[] {
  const { fields } = state
  const counters = countersOf(state)
  const created = instantOf(fields.created) ?? 0
  const updated = instantOf(fields.updated) ?? created
  const [kind, status, title] = [textOf(fields.kind) ?? '', statusOf(state), textOf(fields.title) ?? '']
  return [
    state.project,
    state.id,
    isPresent(state) ? 0 : 1,
    kind,
    status,
    title,
    textOf(fields.severity) ?? null,
    textOf(fields.layer) ?? null,
    created,
    updated,
    instantOf(fields.eventAt) ?? created,
    ownExpiryOf(lifetimeOf(fields)) ?? null,
    instantOf(fields.validFrom) ?? null,
    instantOf(fields.validTo) ?? null,
    textOf(fields.source) ?? null,
    textOf(fields.trust) ?? null,
    counters.hits,
    counters.lastHit ?? null,
    counters.occurrences,
    counters.lastSeen ?? null,
    counters.helpful,
    counters.stale,
    counters.outcome ?? null,
    toStoredFields(fields, { kind, status, title, created, updated }),
    textOf(fields.body) ?? '',
    toStoredStamps(state),
    toStoredTally(state),
  ]
}

export function countRecords(db: IndexDatabase): number {
  return Number(db.prepare('SELECT count(*) AS count FROM records WHERE gone = 0').get()?.count)
}

function toStoredTally({ hits, recurrences, lastHit, lastSeen, baseline, ratings, gone }: RecordState): string | null {
  const rated = ratings.length > 0
  const tally: Tally = { hits, recurrences, lastHit, lastSeen, baseline: sortKeys(baseline), rated, gone }
  const isNothing = hits + recurrences === 0 && !rated && !gone && Object.keys(baseline).length === 0
  return isNothing ? null : JSON.stringify(tally)
}

/** A note where the log says nothing that this version knows. */
export function kindOf(state: RecordState): Kind {
  const kind = textOf(state.fields.kind) ?? ''
  return isKind(kind) ? kind : 'note'
}

export function statusOf(state: RecordState): string {
  return textOf(state.fields.status) ?? 'active'
}

/** What the record itself says of its end; the lifetime of its kind is added by the query, since it is a setting. */
export function lifetimeOf(fields: RecordState['fields']): Omit<Lifetime, 'kind'> {
  return { created: textOf(fields.created) ?? '', ttl: textOf(fields.ttl), expiresAt: textOf(fields.expiresAt) }
}

function instantOf(value: FieldValue): number | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined
}

export function textOf(value: FieldValue): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function listOf(value: FieldValue): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** One state has one row, byte for byte, whatever order its events came in. */
function sortKeys<T>(values: { [key: string]: T }): { [key: string]: T } {
  const sorted: { [key: string]: T } = {}
  for (const key of Object.keys(values).sort()) sorted[key] = values[key] as T
  return sorted
}
