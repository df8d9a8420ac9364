/** All records in a scope, by name. */
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase } from './database.ts'
import { type ScopeFilter, scopeSql, type TtlSettings } from './scope-sql.ts'

/** By project and id. A filter by path needs the reader of searches to have been made for this database. */
export function listScope(db: IndexDatabase, scope: ScopeFilter, ttl: TtlSettings): RecordKey[] {
  const { sql, values } = scopeSql(scope, ttl)
  const rows = db.prepare(`SELECT r.project, r.id FROM records r WHERE ${sql} ORDER BY r.project, r.id`).all(...values)
  return rows.map(({ project, id }) => ({ project: String(project), id: String(id) }))
}
