/** What the compiled views show: bounded, indexed selections, so that a view costs the same in a vault of any size. */
import { toIso } from '../../record/times.ts'
import type { Kind } from '../../record/vocabulary.ts'
import type { IndexDatabase, Row } from './database.ts'
import { parseStored } from './stored-json.ts'

export interface KindCount {
  kind: string
  status: string
  count: number
}

export function countByKind(db: IndexDatabase, project: string): KindCount[] {
  const sql = 'SELECT kind, status, count FROM record_counts WHERE project = ? ORDER BY kind, status'
  return db
    .prepare(sql)
    .all(project)
    .map((row) => ({ kind: String(row.kind), status: String(row.status), count: Number(row.count) }))
}

export interface ViewRow {
  id: string
  title: string
  status: string
  /** The day, as a date. */
  created: string
}

/** Of which records, and how many at most. */
export interface Selected {
  project: string
  kind: Kind
  limit: number
}

/** The records of a kind that changed last, newest first; ties by id. */
export function listNewest(db: IndexDatabase, { project, kind, limit }: Selected): ViewRow[] {
  const sql = `SELECT id, title, status, created_ms ${newestFirst} LIMIT ?`
  return db.prepare(sql).all(project, kind, limit).map(toViewRow)
}

const newestFirst = 'FROM records WHERE project = ? AND gone = 0 AND kind = ? ORDER BY updated_ms DESC, id'

export interface ToldRow extends ViewRow {
  severity: string
  pathPatterns: string[]
  body: string
}

/** Closed records may be the newest, as when many were archived at once; behind so many nobody looks. */
const mostLookedAt = 1000

/** Those of them that are active, with what they say. */
export function listActive(db: IndexDatabase, { project, kind, limit }: Selected): ToldRow[] {
  const sql = `SELECT key FROM (SELECT key, status, updated_ms, id ${newestFirst} LIMIT ${mostLookedAt})
    WHERE status = 'active' ORDER BY updated_ms DESC, id LIMIT ?`
  const told = db.prepare(
    `SELECT id, title, status, created_ms, coalesce(severity, 'medium') AS severity,
       coalesce(fields -> '$.pathPatterns', '[]') AS patterns, body FROM records WHERE key = ?`,
  )
  return db
    .prepare(sql)
    .all(project, kind, limit)
    .flatMap(({ key }) => told.all(key).map(toToldRow))
}

function toViewRow(row: Row): ViewRow {
  return {
    id: String(row.id),
    title: String(row.title),
    status: String(row.status),
    created: toIso(Number(row.created_ms)).slice(0, 10),
  }
}

function toToldRow(row: Row): ToldRow {
  return {
    ...toViewRow(row),
    severity: String(row.severity),
    pathPatterns: parseStored(row.patterns) as string[],
    body: String(row.body),
  }
}
