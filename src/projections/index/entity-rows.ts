/** Names that records mention: which are known, and who mentions them. */
import type { EntitySource } from '../../record/entities.ts'
import type { IndexDatabase } from './database.ts'
import { rankedColumns, toRanked } from './ranked-rows.ts'
import { type ScopeFilter, scopeSql, type TtlSettings } from './scope-sql.ts'

export interface NamedFactor {
  key: string
  factor: number
}

const guesses: readonly EntitySource[] = ['heading', 'capitals']

/** Those of the keys that some record mentions, but no more than `most`, whatever the scope. */
export function findEntityRows(db: IndexDatabase, keys: readonly string[], most: number) {
  const known = db
    .prepare(
      `SELECT k.value AS entity FROM json_each(?) k
       WHERE EXISTS (SELECT 1 FROM record_entities e WHERE e.entity = k.value)`,
    )
    .all(JSON.stringify(keys))
  return known.map(({ entity }) => countMentions(db, String(entity), most)).filter(({ mentions }) => mentions <= most)
}

function countMentions(db: IndexDatabase, key: string, most: number) {
  const sources = guesses.map(() => '?').join(', ')
  const row = db
    .prepare(
      `SELECT count(*) AS mentions, 2 * sum(source NOT IN (${sources})) >= count(*) AS firm
       FROM (SELECT source FROM record_entities WHERE entity = ? LIMIT ?)`,
    )
    .get(...guesses, key, most + 1)
  return { key, mentions: Number(row?.mentions), isFirm: row?.firm === 1 }
}

interface Within {
  scope: ScopeFilter
  depth: number
  ttl: TtlSettings
}

export function rankMentions(db: IndexDatabase, names: readonly NamedFactor[], { scope, depth, ttl }: Within) {
  const { sql, values } = scopeSql(scope, ttl)
  const rows = db
    .prepare(
      `SELECT ${rankedColumns}, sum(e.weight * json_extract(k.value, '$.factor')) AS raw FROM json_each(?) k
       CROSS JOIN record_entities e ON e.entity = json_extract(k.value, '$.key') CROSS JOIN records r ON r.key = e.record
       WHERE ${sql} GROUP BY r.key ORDER BY raw DESC, r.project, r.id LIMIT ?`,
    )
    .all(JSON.stringify(names), ...values, depth)
  return rows.map((row) => ({ ...toRanked(row), raw: Number(row.raw) }))
}

export function findMentions(db: IndexDatabase, key: string): Map<number, number> {
  const rows = db.prepare('SELECT record, weight FROM record_entities WHERE entity = ?').all(key)
  return new Map(rows.map(({ record, weight }) => [Number(record), Number(weight)]))
}
