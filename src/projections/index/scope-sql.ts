/** The scope of a search as one SQL predicate over `records r`, the same inside every statement that ranks or lists. */
import { dayMs } from '../../record/times.ts'
import { closedStatuses } from '../../record/vocabulary.ts'

/** Lifetimes in days of the kinds that have one by default. */
export interface TtlSettings {
  scratchDays: number
  reviewDays: number
}

/** The shape that retrieval's scope has; declared structurally, because projections know nothing of retrieval. */
export interface ScopeFilter {
  project: string | undefined
  kinds: readonly string[] | undefined
  excludedKinds: readonly string[]
  statuses: readonly string[] | 'live' | 'any'
  tags: readonly string[]
  layer: string | undefined
  path: string | undefined
  includeExpired: boolean
  asOf: number | undefined
  now: number
}

export interface SqlPart {
  sql: string
  values: (string | number)[]
}

/** Milliseconds at which a record expires, or NULL: its own expiry, else the lifetime of its kind. */
export function expirySql({ scratchDays, reviewDays }: TtlSettings): string {
  return `coalesce(r.expires_ms, CASE r.kind WHEN 'scratch' THEN r.created_ms + ${Math.round(scratchDays * dayMs)}
    WHEN 'review' THEN r.created_ms + ${Math.round(reviewDays * dayMs)} END)`
}

export function scopeSql(scope: ScopeFilter, ttl: TtlSettings): SqlPart {
  const parts: SqlPart[] = [{ sql: 'r.gone = 0', values: [] }]
  if (scope.project !== undefined) parts.push({ sql: 'r.project = ?', values: [scope.project] })
  if (scope.kinds !== undefined) parts.push(isIn('r.kind', scope.kinds))
  if (scope.excludedKinds.length > 0) parts.push(not(isIn('r.kind', scope.excludedKinds)))
  parts.push(...statusParts(scope), ...expiryParts(scope, ttl))
  for (const tag of scope.tags) {
    parts.push({ sql: 'EXISTS (SELECT 1 FROM record_tags t WHERE t.record = r.key AND t.tag = ?)', values: [tag] })
  }
  if (scope.layer !== undefined) parts.push({ sql: 'r.layer = ?', values: [scope.layer] })
  if (scope.path !== undefined) parts.push({ sql: 'matches_path(r.fields, ?)', values: [scope.path] })
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

/** As of an instant, what counts is whether the record was open then, whatever became of it since. */
function statusParts({ statuses, asOf }: ScopeFilter): SqlPart[] {
  if (statuses === 'any') return []
  if (statuses !== 'live') return [isIn('r.status', statuses)]
  if (asOf !== undefined) return [{ sql: '(r.closed_ms IS NULL OR r.closed_ms > ?)', values: [asOf] }]
  return [not(isIn('r.status', closedStatuses))]
}

function expiryParts({ includeExpired, asOf, now }: ScopeFilter, ttl: TtlSettings): SqlPart[] {
  const expiry = expirySql(ttl)
  const alive = (at: number): SqlPart => ({ sql: `(${expiry} IS NULL OR ${expiry} > ?)`, values: [at] })
  if (asOf !== undefined) return [{ sql: 'r.created_ms <= ?', values: [asOf] }, alive(asOf)]
  return includeExpired ? [] : [alive(now)]
}

function isIn(column: string, values: readonly string[]): SqlPart {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values: [...values] }
}

function not({ sql, values }: SqlPart): SqlPart {
  return { sql: `NOT ${sql}`, values }
}
