/** What the compiled views show: bounded, indexed selections, so that a view costs the same in a vault of any size. */
import type { RecordState } from '../../events/fold.ts'
import type { Kind } from '../../record/vocabulary.ts'
import type { IndexDatabase } from './database.ts'
import { toState } from './record-rows.ts'

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

/** The records of a kind that changed last, newest first; ties by id. */
export function listNewest(db: IndexDatabase, project: string, kind: Kind, limit: number): RecordState[] {
  const rows = db
    .prepare(
      `SELECT * FROM records WHERE project = ? AND gone = 0 AND kind = ? ORDER BY updated_ms DESC, id LIMIT ?`,
    )
    .all(project, kind, limit)
  return rows.map((row) => toState(db, row))
}
