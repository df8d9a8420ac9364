/** The scope of a search as one SQL predicate over `records r`, the same inside every statement that ranks or lists. */
import { toEntityKey } from '../../record/entity-key.ts'
import type { FacetFilter, Narrowing } from '../../record/narrowing.ts'
import { dayMs } from '../../record/times.ts'
import { closedStatuses } from '../../record/vocabulary.ts'
import { inQuestionSql } from './tables.ts'

/** Lifetimes in days of the kinds that have one by default. */
export interface TtlSettings {
  scratchDays: number
  reviewDays: number
}

/** The shape that retrieval's scope has; declared structurally, because projections know nothing of retrieval. */
export interface ScopeFilter extends Narrowing {
  projects: readonly string[] | undefined
  kinds: readonly string[] | undefined
  excludedKinds: readonly string[]
  statuses: readonly string[] | 'live' | 'any'
  includeExpired: boolean
  now: number
}

export interface SqlPart {
  sql: string
  values: (string | number)[]
}

/** For a list of projects as JSON: one parameter, so that there may be any number of them, and none. */
export const inProjectsSql = 'project IN (SELECT value FROM json_each(?))'

/** Words of the code's own as a list in a statement; what comes from elsewhere is a parameter. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}

/** Milliseconds at which a record expires, or NULL: its own expiry, else the lifetime of its kind. */
export function expirySql({ scratchDays, reviewDays }: TtlSettings): string {
  return `coalesce(r.expires_ms, CASE r.kind WHEN 'scratch' THEN r.created_ms + ${Math.round(scratchDays * dayMs)}
    WHEN 'review' THEN r.created_ms + ${Math.round(reviewDays * dayMs)} END)`
}

export function scopeSql(scope: ScopeFilter, ttl: TtlSettings): SqlPart {
  return all([isThere, ...slotParts(scope), ...forceParts(scope, ttl), ...narrowingParts(scope)])
}

const isThere: SqlPart = { sql: 'r.gone = 0', values: [] }

interface CountedScope {
  /** Over `record_counts r`, which holds present records only and knows nothing of their times. */
  counted: SqlPart
  /** Over `records r`: those of them that are not in force, each by one of these. */
  outOfForce: readonly SqlPart[]
}

/** How many records a scope keeps, told by the kept counts; undefined where it asks for more than those know. */
export function countedSql(scope: ScopeFilter, ttl: TtlSettings): CountedScope | undefined {
  if (narrowingParts(scope).length > 0) return undefined
  const counted = groupsSql(scope)
  if (scope.includeExpired) return { counted, outOfForce: [] }
  const outOfForce = [isThere, ...slotParts(scope), not(all(forceParts(scope, ttl)))]
  const ofTheirOwn = [not(passesByKind), { sql: inQuestionSql('r.'), values: [] }]
  return {
    counted,
    outOfForce: [all([...outOfForce, ...ofTheirOwn]), all([...outOfForce, passesByKind, isOfSuchProject])],
  }
}

const passingKinds = quoteWords(['scratch', 'review'])

/** Records of these kinds expire without a time of their own, so each of them has to be looked at. */
const passesByKind: SqlPart = { sql: `r.kind IN (${passingKinds})`, values: [] }

/** Says nothing new, and lets SQLite find them by an index that begins with the project. */
const isOfSuchProject: SqlPart = {
  sql: `r.project IN (SELECT project FROM record_counts WHERE kind IN (${passingKinds}) AND count > 0)`,
  values: [],
}

/** The projects and kinds of which there are records in a scope; over `record_counts r`. */
export function groupsSql(scope: ScopeFilter): SqlPart {
  return all([{ sql: 'r.count > 0', values: [] }, ...slotParts(scope)])
}

function all(parts: readonly SqlPart[]): SqlPart {
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

function slotParts(scope: ScopeFilter): SqlPart[] {
  const { projects, kinds, excludedKinds } = scope
  const parts: SqlPart[] = []
  if (projects !== undefined) parts.push(isIn('r.project', projects))
  if (kinds !== undefined) parts.push(isIn('r.kind', kinds))
  if (excludedKinds.length > 0) parts.push(not(isIn('r.kind', excludedKinds)))
  return [...parts, ...statusParts(scope)]
}

function statusParts({ statuses }: ScopeFilter): SqlPart[] {
  if (statuses === 'any') return []
  return statuses === 'live' ? [not(isIn('r.status', closedStatuses))] : [isIn('r.status', statuses)]
}

/** In force: not expired, and within its time of validity, which begins with its first instant and ends before its last. */
function forceParts({ includeExpired, now }: ScopeFilter, ttl: TtlSettings): SqlPart[] {
  if (includeExpired) return []
  const expiry = expirySql(ttl)
  return [
    { sql: `(${expiry} IS NULL OR ${expiry} > ?)`, values: [now] },
    { sql: '(r.valid_from_ms IS NULL OR r.valid_from_ms <= ?)', values: [now] },
    { sql: '(r.valid_to_ms IS NULL OR r.valid_to_ms > ?)', values: [now] },
  ]
}

function narrowingParts({ tags, layer, path, facets, entity, source, trust, since, until }: Narrowing): SqlPart[] {
  const parts = [...tags.map(hasTag), ...facets.map(hasFacet)]
  if (entity !== undefined) parts.push(hasEntity(entity))
  const bounds: [string, string | number | undefined][] = [
    ['r.layer = ?', layer],
    ['r.source = ?', source],
    ['r.trust = ?', trust],
    ['r.event_ms >= ?', since],
    ['r.event_ms < ?', until],
    // Last, because it calls out of SQLite for each record that is left.
    ['matches_path(r.fields, ?)', path],
  ]
  for (const [sql, value] of bounds) if (value !== undefined) parts.push({ sql, values: [value] })
  return parts
}

// EXISTS and no join: a record that has two of the values is still one row of the top-k.

function hasTag(tag: string): SqlPart {
  return { sql: 'EXISTS (SELECT 1 FROM record_tags t WHERE t.record = r.key AND t.tag = ?)', values: [tag] }
}

function hasFacet({ name, values }: FacetFilter): SqlPart {
  const among = isIn('f.value', values)
  const sql = `EXISTS (SELECT 1 FROM record_facets f WHERE f.record = r.key AND f.name = ? AND ${among.sql})`
  return { sql, values: [name, ...among.values] }
}

function hasEntity(name: string): SqlPart {
  const sql = 'EXISTS (SELECT 1 FROM record_entities e WHERE e.record = r.key AND e.entity = ?)'
  return { sql, values: [toEntityKey(name)] }
}

function isIn(column: string, values: readonly string[]): SqlPart {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values: [...values] }
}

function not({ sql, values }: SqlPart): SqlPart {
  return { sql: `NOT (${sql})`, values }
}
