/** What the compiled views show: bounded, indexed selections, so that a view costs the same in a vault of any size. */
import { toIso } from '../../record/times.ts'
import type { Kind } from '../../record/vocabulary.ts'
import type { IndexDatabase } from './database.ts'
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
  severity: string
  /** The day, as a date. */
  created: string
  pathPatterns: string[]
  body: string
}

/** The records of a kind that changed last, newest first; ties by id. Bodies only where the view shows them. */
export function listNewest(
  db: IndexDatabase,
  input: { project: string; kind: Kind; limit: number; bodies: boolean },
): ViewRow[] {
  const { project, kind, limit, bodies } = input
  const rows = db
    .prepare(
      `SELECT id, title, status, coalesce(severity, 'medium') AS severity, created_ms,
         ${bodies ? "coalesce(fields -> '$.pathPatterns', '[]') AS patterns, body" : "'[]' AS patterns, '' AS body"}
       FROM records WHERE project = ? AND gone = 0 AND kind = ? ORDER BY updated_ms DESC, id LIMIT ?`,
    )
    .all(project, kind, limit)
  return rows.map((row) => ({
    id: String(row.id),
    title: String(row.title),
    status: String(row.status),
    severity: String(row.severity),
    created: toIso(Number(row.created_ms)).slice(0, 10),
    pathPatterns: parseStored(row.patterns) as string[],
    body: String(row.body),
  }))
}
