/** Finding records by what a person types: an id, the start of one, a path, a title. */
import type { RecordState } from '../../events/fold.ts'
import type { IndexDatabase } from './database.ts'
import { toState } from './record-rows.ts'

/** Present records with exactly this id, in one project or in all. */
export function findById(db: IndexDatabase, id: string, project?: string): RecordState[] {
  const inProject = project === undefined ? '' : ' AND project = ?'
  const statement = db.prepare(`SELECT * FROM records WHERE id = ? AND gone = 0${inProject} ORDER BY project LIMIT 20`)
  const rows = project === undefined ? statement.all(id) : statement.all(id, project)
  return rows.map((row) => toState(db, row))
}

/** Present records whose id starts with the text. The text is an id's beginning, so `_` and `.` are literal. */
export function findByPrefix(db: IndexDatabase, prefix: string, project: string): RecordState[] {
  const end = `${prefix}\u{10ffff}`
  const rows = db
    .prepare('SELECT * FROM records WHERE project = ? AND id >= ? AND id < ? AND gone = 0 ORDER BY id LIMIT 20')
    .all(project, prefix, end)
  return rows.map((row) => toState(db, row))
}

/** Present records of a project with exactly this title. */
export function findByTitle(db: IndexDatabase, title: string, project: string): RecordState[] {
  const sql = 'SELECT * FROM records WHERE project = ? AND title = ? AND gone = 0 ORDER BY id LIMIT 20'
  return db.prepare(sql).all(project, title).map((row) => toState(db, row))
}

/** Active traps whose words overlap most with the expression; the candidates of a recurrence. */
export function findTrapsLike(db: IndexDatabase, match: string, project: string, limit: number): RecordState[] {
  const rows = db
    .prepare(
      `SELECT r.* FROM records_fts CROSS JOIN records r ON r.key = records_fts.rowid
       WHERE records_fts MATCH ? AND r.project = ? AND r.gone = 0 AND r.kind = 'trap' AND r.status = 'active'
       ORDER BY bm25(records_fts), r.id LIMIT ?`,
    )
    .all(match, project, limit)
  return rows.map((row) => toState(db, row))
}
