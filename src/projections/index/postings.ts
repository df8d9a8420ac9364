/** Matches, lengths and totals of the keyword table, read from where FTS5 keeps them. */
import type { IndexDatabase } from './database.ts'
import { type FoundPostings, keepPostings, readKeys, readScored } from './kept-postings.ts'
import { rankedColumns, toRanked } from './ranked-rows.ts'
import { type ScopeFilter, type SqlPart, scopeSql, type TtlSettings } from './scope-sql.ts'
import type { keywordColumns } from './tables.ts'

type Weights = { readonly [column in (typeof keywordColumns)[number]]: number }

/**
 * Records that an FTS5 expression of one term matches, with FTS5's bm25 of it. An expression of several phrases has no idf
 * of its own, so each of its records counts the same; and so it is with a beginning that more than half of many records
 * hold, which tells next to nothing of them and takes FTS5 longest.
 */
export function findPostings(db: IndexDatabase, form: string, weights: Weights): FoundPostings {
  const table = 'records_fts'
  return keepPostings(db, table, form, () => {
    const scored = () => readScored(db, { table, form, weights: Object.values(weights) })
    if (!isOnePhrase(form)) return readKeys(db, table, form)
    if (!form.endsWith('*')) return scored()
    const found = readKeys(db, table, form)
    const count = found.keys.length
    return count > manyKeys && count > findStatistics(db, table).documents / 2 ? found : scored()
  })
}

/** So many are weighed in some 3 ms (measured with two-letter beginnings); a screen that searches as one types has 50. */
const manyKeys = 2000

/** FTS5 has an idf for one phrase only. */
export function isOnePhrase(form: string): boolean {
  return /^"[^"]*"\*?$/.test(form)
}

/** Number of entries and their average length in words, from the first record of FTS5's structure table. */
export function findStatistics(
  db: IndexDatabase,
  table: 'records_fts' | 'passages_fts',
): { documents: number; averageLength: number } {
  const row = db.raw.prepare(`SELECT block FROM ${table}_data WHERE id = 1`).get() as { block: Uint8Array } | undefined
  const [documents = 0, ...totals] = decodeVarints(row?.block ?? new Uint8Array())
  return { documents, averageLength: documents === 0 ? 0 : totals.reduce((sum, total) => sum + total, 0) / documents }
}

/** The first of the records in scope by project and id. */
export function findInOrder(
  db: IndexDatabase,
  keys: readonly number[],
  scope: ScopeFilter,
  { ttl, limit }: { ttl: TtlSettings; limit: number },
): number[] {
  const where = scopeSql(scope, ttl)
  const isCommon = keys.length > manyKeys && keys.length > findStatistics(db, 'records_fts').documents / 4
  return isCommon ? walkInOrder(db, keys, { where, limit }) : sortByName(db, keys, { where, limit })
}

interface Asked {
  where: SqlPart
  limit: number
}

/** Of all records in order until enough were met: of 10,000 the first 200 are found in 1 ms so, and sorted in 10. */
function walkInOrder(db: IndexDatabase, keys: readonly number[], { where: { sql, values }, limit }: Asked): number[] {
  const all = db.prepare(
    `SELECT r.key FROM records r INDEXED BY sqlite_autoindex_records_1 WHERE ${sql} ORDER BY r.project, r.id`,
  )
  const isWanted = new Uint8Array(keys.reduce((most, key) => Math.max(most, key), 0) + 1)
  for (const key of keys) isWanted[key] = 1
  const found: number[] = []
  for (const row of all.iterate(...values)) {
    const key = Number(row.key)
    if (isWanted[key] === 1) found.push(key)
    if (found.length === limit) break
  }
  return found
}

function sortByName(db: IndexDatabase, keys: readonly number[], { where: { sql, values }, limit }: Asked): number[] {
  return db
    .prepare(
      `SELECT r.key FROM json_each(?) k CROSS JOIN records r ON r.key = k.value
       WHERE ${sql} ORDER BY r.project, r.id LIMIT ?`,
    )
    .all(JSON.stringify(keys), ...values, limit)
    .map(({ key }) => Number(key))
}

/** Rows in scope with their length, in no order. */
export function measureRows(db: IndexDatabase, keys: readonly number[], scope: ScopeFilter, ttl: TtlSettings) {
  const { sql, values } = scopeSql(scope, ttl)
  const rows = db
    .prepare(
      `SELECT ${rankedColumns}, d.sz FROM json_each(?) k
       CROSS JOIN records r ON r.key = k.value CROSS JOIN records_fts_docsize d ON d.id = r.key WHERE ${sql}`,
    )
    .all(JSON.stringify(keys), ...values)
  return rows.map((row) => ({ ...toRanked(row), length: sum(decodeVarints(row.sz as unknown as Uint8Array)) }))
}

/**
 * The id of the event that wrote first of what stands in `records r`, mostly its creation: stamps lie in order, and with
 * ids of one length. A key tells only in which order writers were read.
 */
const eldestStampSql = `substr(r.stamps, ${'{"'.length + 1}, 26)`

/** All turns in scope of the sessions of these records: by session, then by event time, then as they came. */
export function findTurns(db: IndexDatabase, keys: readonly number[], scope: ScopeFilter, ttl: TtlSettings) {
  if (keys.length === 0) return []
  const { sql, values } = scopeSql(scope, ttl)
  const rows = db
    .prepare(
      `SELECT ${rankedColumns}, r.project || '/' || f.value AS session
       FROM (SELECT DISTINCT s.value FROM json_each(?) k
             CROSS JOIN record_facets s ON s.record = k.value AND s.name = 'session') found
       CROSS JOIN record_facets f ON f.name = 'session' AND f.value = found.value
       CROSS JOIN records r ON r.key = f.record
       WHERE ${sql} ORDER BY r.project, f.value, r.event_ms, ${eldestStampSql}, r.id`,
    )
    .all(JSON.stringify(keys), ...values)
  return rows.map((row) => ({ ...toRanked(row), raw: 0, session: String(row.session) }))
}

/** Vectors of the records that have one. */
export function findVectors(db: IndexDatabase, keys: readonly number[]): Map<number, Int8Array> {
  const sql = 'SELECT v.record AS key, v.vector FROM json_each(?) k CROSS JOIN record_vectors v ON v.record = k.value'
  const rows = db.prepare(sql).all(JSON.stringify(keys))
  return new Map(rows.map(({ key, vector }) => [Number(key), toInt8(vector as unknown as Uint8Array)]))
}

/** The same bytes, not a copy of them. */
function toInt8({ buffer, byteOffset, length }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, length)
}

/** Title and body of the records, a line break between. */
export function findTexts(db: IndexDatabase, keys: readonly number[]): Map<number, string> {
  const sql =
    'SELECT r.key, r.title || char(10) || r.body AS text FROM json_each(?) k CROSS JOIN records r ON r.key = k.value'
  const rows = db.prepare(sql).all(JSON.stringify(keys))
  return new Map(rows.map(({ key, text }) => [Number(key), String(text)]))
}

/** Characters of a body: more than the 600 by which claims are compared, and the 1000 of a turn that counts as short. */
const openingLength = 1200

/** As `findTexts`, but of a long body only its beginning: to make a text of 60 whole ones takes as long as to rank them. */
export function findOpenings(db: IndexDatabase, keys: readonly number[]): Map<number, string> {
  const sql = `SELECT r.key, r.title || char(10) || substr(r.body, 1, ${openingLength}) AS text
    FROM json_each(?) k CROSS JOIN records r ON r.key = k.value`
  const rows = db.prepare(sql).all(JSON.stringify(keys))
  return new Map(rows.map(({ key, text }) => [Number(key), String(text)]))
}

/** Title, tags and body of the records, line breaks between. */
export function findTaggedTexts(db: IndexDatabase, keys: readonly number[]): Map<number, string> {
  const tags = `(SELECT coalesce(group_concat(tag, ' '), '') FROM
    (SELECT DISTINCT value AS tag FROM json_each(r.fields, '$.tags') ORDER BY value))`
  const sql = `SELECT r.key, r.title || char(10) || ${tags} || char(10) || r.body AS text
    FROM json_each(?) k CROSS JOIN records r ON r.key = k.value`
  const rows = db.prepare(sql).all(JSON.stringify(keys))
  return new Map(rows.map(({ key, text }) => [Number(key), String(text)]))
}

/** SQLite's variable-length integers: seven bits a byte, high bits first (file format, "varint"). */
function decodeVarints(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 127)
    if (byte < 128) {
      numbers.push(value)
      value = 0
    }
  }
  return numbers
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
