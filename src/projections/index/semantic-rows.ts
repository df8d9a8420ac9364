/** Nearness of stored vectors to the vector of a query: a scan of the scope, since nothing beats one below 200,000 texts. */
import type { IndexDatabase } from './database.ts'
import { rankedColumns, toRanked } from './ranked-rows.ts'
import { type ScopeFilter, scopeSql, type TtlSettings } from './scope-sql.ts'
import { cosineWith, fromStored } from './stored-vector.ts'

/** The shape that retrieval's has; declared structurally, because projections know nothing of retrieval. */
export interface MeaningOf {
  model: string
  vector: Float32Array
}

/**
 * The records in scope whose best text is nearest, best first, at most `depth`, and the cosine of the first; and how many
 * texts the scope has, and how many of them have a vector.
 */
export function scanVectors(
  db: IndexDatabase,
  { model, vector }: MeaningOf,
  scope: ScopeFilter,
  { depth, ttl }: { depth: number; ttl: TtlSettings },
) {
  const { sql, values } = scopeSql(scope, ttl)
  const statement = db.prepare(
    `SELECT c.record, e.vector FROM records r CROSS JOIN record_chunks c ON c.record = r.key
     LEFT JOIN vectors.embeddings e ON e.model = ? AND e.hash = c.hash WHERE ${sql}`,
  )
  const best = new Map<number, number>()
  let texts = 0
  let embedded = 0
  for (const row of statement.iterate(model, ...values)) {
    texts++
    if (row.vector === null) continue
    embedded++
    const record = Number(row.record)
    const cosine = cosineWith(vector, row.vector as unknown as Uint8Array)
    if (cosine > (best.get(record) ?? -1)) best.set(record, cosine)
  }
  const ranked = [...best].sort((a, b) => b[1] - a[1])
  return { texts, embedded, keys: cut(db, ranked, depth), nearest: ranked[0]?.[1] ?? 0 }
}

/** The first ones; which of those that are as near as the last does not depend on when they were written. */
function cut(db: IndexDatabase, ranked: readonly [number, number][], depth: number): number[] {
  const last = ranked[depth - 1]?.[1]
  if (last === undefined || ranked[depth]?.[1] !== last) return ranked.slice(0, depth).map(([key]) => key)
  const above = ranked.filter(([, cosine]) => cosine > last).map(([key]) => key)
  const alike = ranked.filter(([, cosine]) => cosine === last).map(([key]) => key)
  const sql =
    'SELECT r.key FROM json_each(?) k CROSS JOIN records r ON r.key = k.value ORDER BY r.project, r.id LIMIT ?'
  const kept = db.prepare(sql).all(JSON.stringify(alike), depth - above.length)
  return [...above, ...kept.map(({ key }) => Number(key))]
}

/** Of each record the vector that is nearest to the query's, among those that its texts have. */
export function nearestVectors(
  db: IndexDatabase,
  { model, vector }: MeaningOf,
  keys: readonly number[],
): Map<number, Float32Array> {
  const rows = db
    .prepare(
      `SELECT c.record, e.vector FROM json_each(?) k CROSS JOIN record_chunks c ON c.record = k.value
       CROSS JOIN vectors.embeddings e ON e.model = ? AND e.hash = c.hash`,
    )
    .all(JSON.stringify(keys), model)
  const best = new Map<number, { cosine: number; stored: Uint8Array }>()
  for (const row of rows) {
    const stored = row.vector as unknown as Uint8Array
    const cosine = cosineWith(vector, stored)
    const record = Number(row.record)
    if (cosine > (best.get(record)?.cosine ?? -2)) best.set(record, { cosine, stored })
  }
  return new Map([...best].map(([record, { stored }]) => [record, fromStored(stored)]))
}

/** The records as arms rank them, in no order. */
export function findRanked(db: IndexDatabase, keys: readonly number[]) {
  const sql = `SELECT ${rankedColumns} FROM json_each(?) k CROSS JOIN records r ON r.key = k.value`
  return db
    .prepare(sql)
    .all(JSON.stringify(keys))
    .map((row) => ({ ...toRanked(row), raw: 0 }))
}
