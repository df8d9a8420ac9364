/** Counts that the index keeps or finds without looking at the records. */
import type { IndexDatabase } from './database.ts'

export interface RecordCounts {
  total: number
  byKind: { [kind: string]: number }
  byStatus: { [status: string]: number }
}

/** Present records of a project, or of all; the most frequent kind and status first. */
export function countByKind(db: IndexDatabase, project?: string): RecordCounts {
  const where = project === undefined ? '' : 'WHERE project = ?'
  const values = project === undefined ? [] : [project]
  const count = (column: 'kind' | 'status'): { [name: string]: number } => {
    const sql = `SELECT ${column} AS name, sum(count) AS count FROM record_counts ${where}
      GROUP BY ${column} ORDER BY sum(count) DESC, ${column}`
    const rows = db.prepare(sql).all(...values)
    return Object.fromEntries(rows.map((row) => [String(row.name), Number(row.count)]))
  }
  const byKind = count('kind')
  const total = Object.values(byKind).reduce((sum, number) => sum + number, 0)
  return { total, byKind, byStatus: count('status') }
}

/** Files that are due to be written, and those of them that could not be. */
export function countDueFiles(db: IndexDatabase): { waiting: number; failed: number } {
  const sql = "SELECT count(*) AS waiting, count(problem) AS failed FROM outbox WHERE target NOT IN ('log', 'index')"
  const row = db.prepare(sql).get()
  return { waiting: Number(row?.waiting), failed: Number(row?.failed) }
}

/** Records whose words are to be taken out, and are not out of everything yet. */
export function countDueRedactions(db: IndexDatabase): number {
  const sql = `SELECT count(*) AS count FROM
    (SELECT DISTINCT project, id FROM outbox WHERE target IN ('log', 'index'))`
  return Number(db.prepare(sql).get()?.count)
}

/** Files of a project, or of all, that are not followed: they do not parse, claim another id, or hold a secret. */
export function countUnfollowed(db: IndexDatabase, project?: string): number {
  const [where, values] = project === undefined ? ['', []] : ['AND project = ?', [project]]
  const sql = `SELECT count(*) AS count FROM file_states WHERE problem IS NOT NULL ${where}`
  return Number(db.prepare(sql).get(...values)?.count)
}

/** Counted uses of all present records together. */
export function sumHits(db: IndexDatabase): number {
  return Number(
    db.prepare('SELECT coalesce(sum(hits), 0) AS hits FROM records WHERE gone = 0 AND hits > 0').get()?.hits,
  )
}
