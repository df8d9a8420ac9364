/** Which records others follow from: the links of type `evidence`, which a record's field of that name makes. */
import type { IndexDatabase } from './database.ts'
import { rankedColumns, toRanked } from './ranked-rows.ts'
import { type ScopeFilter, scopeSql, type TtlSettings } from './scope-sql.ts'

export function hasFacts(db: IndexDatabase): boolean {
  return db.prepare(`SELECT 1 AS found FROM record_counts WHERE kind = 'fact' LIMIT 1`).get() !== undefined
}

/** Those of the records that are in scope and name their evidence. */
export function findWithEvidence(
  db: IndexDatabase,
  keys: readonly number[],
  scope: ScopeFilter,
  ttl: TtlSettings,
): number[] {
  const { sql, values } = scopeSql(scope, ttl)
  const rows = db
    .prepare(
      `SELECT r.key FROM json_each(?) k CROSS JOIN records r ON r.key = k.value
       WHERE ${sql} AND EXISTS (SELECT 1 FROM record_links l
         WHERE l.source_project = r.project AND l.source_id = r.id AND l.link_type = 'evidence')`,
    )
    .all(JSON.stringify(keys), ...values)
  return rows.map(({ key }) => Number(key))
}

/** The records in scope that these follow from; one that several follow from comes once for each, as `of`. */
export function findEvidence(db: IndexDatabase, keys: readonly number[], scope: ScopeFilter, ttl: TtlSettings) {
  const { sql, values } = scopeSql(scope, ttl)
  const rows = db
    .prepare(
      `SELECT ${rankedColumns}, f.key AS fact FROM json_each(?) k CROSS JOIN records f ON f.key = k.value
       CROSS JOIN record_links l ON l.source_project = f.project AND l.source_id = f.id AND l.link_type = 'evidence'
       CROSS JOIN records r ON r.project = l.target_project AND r.id = l.target_id WHERE ${sql}`,
    )
    .all(JSON.stringify(keys), ...values)
  return rows.map((row) => ({ ...toRanked(row), of: Number(row.fact) }))
}
