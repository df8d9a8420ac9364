/** Which records a listing shows, in its order, and how many it has altogether. */
import type { IndexDatabase, Row } from './database.ts'
import { countedSql, groupsSql, type ScopeFilter, type SqlPart, scopeSql, type TtlSettings } from './scope-sql.ts'
import { severitySql } from './tables.ts'

export interface ListInput {
  scope: ScopeFilter
  sort: 'updated' | 'occurrences' | 'hits'
  /** FTS5 expression; undefined lists all. */
  match: string | undefined
  limit: number
  offset: number
}

/** Orders of a listing; the last column makes each total (reference 4.5). */
const orders = {
  updated: 'r.updated_ms DESC, r.project, r.id',
  occurrences: `r.occurrences DESC, coalesce(r.last_seen, '') DESC, ${severitySql('r.')} DESC, r.project, r.id`,
  hits: `r.hits DESC, coalesce(r.last_hit, '') DESC, r.updated_ms DESC, r.project, r.id`,
}

export function listRows(db: IndexDatabase, input: ListInput, ttl: TtlSettings): { keys: number[]; total: number } {
  const { scope, match } = input
  const part = scopeSql(scope, ttl)
  if (match !== undefined)
    return listMatching(db, input, { sql: `records_fts MATCH ? AND ${part.sql}`, values: [match, ...part.values] })
  const groups = input.sort === 'updated' ? findGroups(db, scope) : []
  const isFirstOfFew = groups.length <= mostGroups && input.limit + input.offset <= mostOfGroup
  const keys =
    groups.length > 0 && isFirstOfFew ? findLatest(db, groups, input, part) : findPage(db, 'records r', input, part)
  return { keys, total: countScope(db, scope, ttl) }
}

function listMatching(db: IndexDatabase, input: ListInput, part: SqlPart): { keys: number[]; total: number } {
  const from = 'records_fts CROSS JOIN records r ON r.key = records_fts.rowid'
  return { keys: findPage(db, from, input, part), total: countRows(db, from, part) }
}

type Page = Pick<ListInput, 'sort' | 'limit' | 'offset'>

function findPage(db: IndexDatabase, from: string, { sort, limit, offset }: Page, { sql, values }: SqlPart): number[] {
  const statement = db.prepare(`SELECT r.key FROM ${from} WHERE ${sql} ORDER BY ${orders[sort]} LIMIT ? OFFSET ?`)
  return toKeys(statement.all(...values, limit, offset))
}

function toKeys(rows: readonly Row[]): number[] {
  return rows.map(({ key }) => Number(key))
}

interface Group {
  project: string
  kind: string
}

/** With more of them, or further down the list, all records are sorted as fast. */
const [mostGroups, mostOfGroup] = [100, 1000]

function findGroups(db: IndexDatabase, scope: ScopeFilter): Group[] {
  const { sql, values } = groupsSql(scope)
  const rows = db.prepare(`SELECT DISTINCT r.project, r.kind FROM record_counts r WHERE ${sql}`).all(...values)
  return rows.map(({ project, kind }) => ({ project: String(project), kind: String(kind) }))
}

/** Of the latest of each project and kind, which an index tells, the latest: to sort all, the row of each record has to be read. */
function findLatest(db: IndexDatabase, groups: readonly Group[], page: Page, { sql, values }: SqlPart): number[] {
  const statement = db.prepare(
    `SELECT r.key FROM records r WHERE ${sql} AND r.project = ? AND r.kind = ? ORDER BY r.updated_ms DESC, r.id LIMIT ?`,
  )
  const most = page.limit + page.offset
  const latest = groups.flatMap(({ project, kind }) => toKeys(statement.all(...values, project, kind, most)))
  return findPage(db, 'records r', page, { sql: keyIn, values: [JSON.stringify(latest)] })
}

const keyIn = 'r.key IN (SELECT value FROM json_each(?))'

function countScope(db: IndexDatabase, scope: ScopeFilter, ttl: TtlSettings): number {
  const counts = countedSql(scope, ttl)
  if (counts === undefined) return countRows(db, 'records r', scopeSql(scope, ttl))
  const { counted, outOfForce } = counts
  const statement = `SELECT coalesce(sum(r.count), 0) AS total FROM record_counts r WHERE ${counted.sql}`
  const total = Number(db.prepare(statement).get(...counted.values)?.total)
  return outOfForce.reduce((left, part) => left - countRows(db, 'records r', part), total)
}

function countRows(db: IndexDatabase, from: string, { sql, values }: SqlPart): number {
  return Number(db.prepare(`SELECT count(*) AS total FROM ${from} WHERE ${sql}`).get(...values)?.total)
}
