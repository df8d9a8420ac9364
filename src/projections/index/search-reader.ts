/** The statements that rank and list. Structurally the reader that the retrieval pipeline asks for. */

import type { RecordState } from '../../events/fold.ts'
import { matchesAnyPattern } from '../../record/path-patterns.ts'
import type { IndexDatabase } from './database.ts'
import { findEntityRows, findMentions, type NamedFactor, rankMentions } from './entity-rows.ts'
import { findEvidence, findWithEvidence, hasFacts } from './evidence-rows.ts'
import { findForgotten } from './find-records.ts'
import { type ListInput, listRows } from './list-rows.ts'
import { loadRows, loadUnplacedRows } from './loaded-rows.ts'
import { mentionGraph } from './mention-graph.ts'
import { findPassageLines, findPassagePostings, hasPassages } from './passage-rows.ts'
import {
  findInOrder,
  findOpenings,
  findPostings,
  findStatistics,
  findTaggedTexts,
  findTexts,
  findTurns,
  findVectors,
  measureRows,
} from './postings.ts'
import { rankedColumns, toRanked } from './ranked-rows.ts'
import { listOf } from './record-rows.ts'
import { type ScopeFilter, scopeSql, type TtlSettings } from './scope-sql.ts'
import { findRanked, type MeaningOf, nearestVectors, scanVectors } from './semantic-rows.ts'
import { parseStored } from './stored-json.ts'
import { keywordColumns, type passageColumns } from './tables.ts'

export interface SearchReaderOptions {
  ttl: TtlSettings
  /** bm25 weight of each column of the keyword table. */
  weights: { readonly [column in (typeof keywordColumns)[number]]: number }
  /** The same of the table of passages. */
  passageWeights: { readonly [column in (typeof passageColumns)[number]]: number }
}

export function searchReader(db: IndexDatabase, { ttl, weights, passageWeights }: SearchReaderOptions) {
  definePathMatch(db)
  const bm25 = `-bm25(records_fts, ${keywordColumns.map((column) => weights[column]).join(', ')})`
  return {
    statistics: () => findStatistics(db, 'records_fts'),
    postings: (form: string) => findPostings(db, form, weights),
    inOrder: (keys: readonly number[], scope: ScopeFilter, limit: number) =>
      findInOrder(db, keys, scope, { ttl, limit }),
    measure: (keys: readonly number[], scope: ScopeFilter) => measureRows(db, keys, scope, ttl),
    turnsAround: (keys: readonly number[], scope: ScopeFilter) => findTurns(db, keys, scope, ttl),
    vectors: (keys: readonly number[]) => findVectors(db, keys),
    texts: (keys: readonly number[]) => findTexts(db, keys),
    openings: (keys: readonly number[]) => findOpenings(db, keys),
    hasPassages: () => hasPassages(db),
    passageStatistics: () => findStatistics(db, 'passages_fts'),
    passagePostings: (form: string) => findPassagePostings(db, form, passageWeights),
    passageLines: (keys: readonly number[]) => findPassageLines(db, keys),
    hasFacts: () => hasFacts(db),
    withEvidence: (keys: readonly number[], scope: ScopeFilter) => findWithEvidence(db, keys, scope, ttl),
    evidence: (keys: readonly number[], scope: ScopeFilter) => findEvidence(db, keys, scope, ttl),
    entities: (keys: readonly string[], most: number) => findEntityRows(db, keys, most),
    rankMentions: (names: readonly NamedFactor[], scope: ScopeFilter, depth: number) =>
      rankMentions(db, names, { scope, depth, ttl }),
    mentions: (key: string) => findMentions(db, key),
    mentionGraph: () => mentionGraph(db),
    taggedTexts: (keys: readonly number[]) => findTaggedTexts(db, keys),
    scanVectors: (meaning: MeaningOf, scope: ScopeFilter, depth: number) =>
      scanVectors(db, meaning, scope, { depth, ttl }),
    nearestVectors: (meaning: MeaningOf, keys: readonly number[]) => nearestVectors(db, meaning, keys),
    ranked: (keys: readonly number[]) => findRanked(db, keys),
    rankKeyword: (match: string, scope: ScopeFilter, depth: number) =>
      rank(db, { table: 'records_fts', score: bm25, match, scope, depth, ttl }),
    rankExact: (match: string, scope: ScopeFilter, depth: number) =>
      rank(db, { table: 'exact_fts', score: '-bm25(exact_fts)', match, scope, depth, ttl }),
    keepMatching: (match: string, keys: readonly number[]) => keepMatching(db, match, keys),
    forgotten: () => findForgotten(db),
    hasMatch: (match: string, scope: ScopeFilter) => {
      const { sql, values } = scopeSql(scope, ttl)
      const statement = `SELECT 1 AS found FROM records_fts f CROSS JOIN records r ON r.key = f.rowid
        WHERE records_fts MATCH ? AND ${sql} LIMIT 1`
      return db.prepare(statement).get(match, ...values) !== undefined
    },
    list: (input: ListInput) => listRows(db, input, ttl),
    load: (keys: readonly number[], now: number) => loadRows(db, keys, now, ttl),
    loadUnplaced: (keys: readonly number[], now: number) => loadUnplacedRows(db, keys, now, ttl),
  }
}

interface RankInput {
  table: 'records_fts' | 'exact_fts'
  score: string
  match: string
  scope: ScopeFilter
  depth: number
  ttl: TtlSettings
}

function rank(db: IndexDatabase, { table, score, match, scope, depth, ttl }: RankInput) {
  const { sql, values } = scopeSql(scope, ttl)
  const rows = db
    .prepare(
      `SELECT ${rankedColumns}, ${score} AS raw
       FROM ${table} CROSS JOIN records r ON r.key = ${table}.rowid
       WHERE ${table} MATCH ? AND ${sql} ORDER BY raw DESC, r.project, r.id LIMIT ?`,
    )
    .all(match, ...values, depth)
  return rows.map((row) => ({ ...toRanked(row), raw: Number(row.raw) }))
}

function keepMatching(db: IndexDatabase, match: string, keys: readonly number[]): Set<number> {
  const sql = `SELECT rowid AS key FROM records_fts WHERE records_fts MATCH ? AND +rowid IN (SELECT value FROM json_each(?))`
  return new Set(
    db
      .prepare(sql)
      .all(match, JSON.stringify(keys))
      .map(({ key }) => Number(key)),
  )
}

const defined = new WeakSet<IndexDatabase>()

/**
 * Patterns are matched by the one glob matcher of the product, inside the statement, so a path filter loses no result. Once
 * for each connection: defined again, SQLite would prepare every statement anew.
 */
function definePathMatch(db: IndexDatabase): void {
  if (defined.has(db)) return
  defined.add(db)
  db.raw.function('matches_path', { deterministic: true }, (fields, path) => {
    const patterns = listOf((parseStored(fields) as RecordState['fields']).pathPatterns)
    return matchesAnyPattern(patterns, String(path)) ? 1 : 0
  })
}
