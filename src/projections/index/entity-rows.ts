/** Names that records mention: which are known, and who mentions them. */
import { type EntityMention, type EntitySource, type EntityText, findEntities } from '../../record/entities.ts'
import type { IndexDatabase } from './database.ts'
import { inOrderOf, insertRows } from './insert-rows.ts'
import { rankedColumns, toRanked } from './ranked-rows.ts'
import { type ScopeFilter, scopeSql, type TtlSettings } from './scope-sql.ts'

export interface NamedFactor {
  key: string
  factor: number
}

/** As numbers in the table, by their place. */
const sources: readonly EntitySource[] = ['declared', 'title', 'code', 'identifier', 'link', 'heading', 'capitals']
const guesses = (['heading', 'capitals'] as const).map((source) => sources.indexOf(source))

/** How much a record is about a name, which the table has in tenths. */
export const weightSql = 'tenths / 10.0'

const target = { table: 'record_entities', columns: ['record', 'entity', 'name', 'tenths', 'source'] }

export function writeEntities(db: IndexDatabase, records: readonly { key: number; text: EntityText }[]): void {
  const rows = records.flatMap(({ key, text }) => findEntities(text).map((mention) => toRow(key, mention)))
  insertRows(db, target, inOrderOf(1, rows))
}

function toRow(record: number, { key, name, weight, source }: EntityMention) {
  return [record, key, name === key ? null : name, Math.round(weight * 10), sources.indexOf(source)]
}

/** @param text as it was when they were written */
export function removeEntities(db: IndexDatabase, record: number, text: EntityText): void {
  const keys = findEntities(text).map(({ key }) => key)
  const sql = 'DELETE FROM record_entities WHERE entity IN (SELECT value FROM json_each(?)) AND record = ?'
  db.prepare(sql).run(JSON.stringify(keys), record)
}

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
  const row = db
    .prepare(
      `SELECT count(*) AS mentions, 2 * sum(source NOT IN (${guesses.join(', ')})) >= count(*) AS firm
       FROM (SELECT source FROM record_entities WHERE entity = ? LIMIT ?)`,
    )
    .get(key, most + 1)
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
      `SELECT ${rankedColumns}, sum(e.${weightSql} * json_extract(k.value, '$.factor')) AS raw FROM json_each(?) k
       CROSS JOIN record_entities e ON e.entity = json_extract(k.value, '$.key') CROSS JOIN records r ON r.key = e.record
       WHERE ${sql} GROUP BY r.key ORDER BY raw DESC, r.project, r.id LIMIT ?`,
    )
    .all(JSON.stringify(names), ...values, depth)
  return rows.map((row) => ({ ...toRanked(row), raw: Number(row.raw) }))
}

export function findMentions(db: IndexDatabase, key: string): Map<number, number> {
  const rows = db.prepare(`SELECT record, ${weightSql} AS weight FROM record_entities WHERE entity = ?`).all(key)
  return new Map(rows.map(({ record, weight }) => [Number(record), Number(weight)]))
}
