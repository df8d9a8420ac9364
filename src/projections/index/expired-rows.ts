/** Present records by when they expire. Found by the index of own expiries and by kind, never by reading all records. */

import { dayMs } from '../../record/times.ts'
import { closedStatuses, kindNames, kinds } from '../../record/vocabulary.ts'
import type { IndexDatabase, Row } from './database.ts'
import { filesOfSql } from './file-place.ts'
import { inProjectsSql, quoteWords, type TtlSettings } from './scope-sql.ts'

export interface ExpiryFilter {
  /** Ids; undefined for all. */
  projects: readonly string[] | undefined
  ttl: TtlSettings
  /** Instants (ms): expiring after the first, and at the second or before. */
  after?: number | undefined
  until: number
  /** Only what ends an expired record: passing kinds whatever their status, lasting ones that are not put away. */
  isOpenOnly: boolean
}

export interface ExpiringRow {
  project: string
  id: string
  kind: string
  title: string
  /** Milliseconds since the epoch. */
  expires: number
  /** False where it is the lifetime of its kind that ends. */
  isOwn: boolean
  /** Its file holds an edit that cannot be followed. */
  isUnfollowed: boolean
}

const unfollowed = `EXISTS (${filesOfSql('1', { project: 'r.project', id: 'r.id', where: 'problem IS NOT NULL' })})`

/** The first of them, the longest expired first; `isFollowed` leaves out those whose file cannot be followed. */
export function listExpiring(
  db: IndexDatabase,
  filter: ExpiryFilter,
  { limit, isFollowed = false }: { limit: number; isFollowed?: boolean },
): ExpiringRow[] {
  const { sql, values } = toFrom(db, filter)
  const followed = isFollowed ? `AND NOT ${unfollowed}` : ''
  const rows = db
    .prepare(
      `SELECT r.project, r.id, r.kind, r.title, e.end_ms, r.expires_ms IS NOT NULL AS own, ${unfollowed} AS unfollowed
       ${sql} ${followed} ORDER BY e.end_ms, r.project, r.id LIMIT ?`,
    )
    .all(...values, limit)
  return rows.map(toExpiringRow)
}

const purgedKinds = kindNames.filter((kind) => kinds[kind].onExpiry === 'purge')

const open = `(r.kind IN (${quoteWords(purgedKinds)}) OR r.status NOT IN (${quoteWords(closedStatuses)}))`

function toFrom(
  db: IndexDatabase,
  { projects = listProjectIds(db), ttl, after = Number.MIN_SAFE_INTEGER, until, isOpenOnly }: ExpiryFilter,
): { sql: string; values: (string | number)[] } {
  const ids = JSON.stringify(projects)
  const lifetimes = { scratch: ttl.scratchDays, review: ttl.reviewDays }
  const byKind = Object.entries(lifetimes).map(([kind, days]) => {
    const span = Math.round(days * dayMs)
    // A record of which only edits have come knows no creation yet, and has no age.
    const sql = `SELECT key, created_ms + ${span} AS end_ms FROM records INDEXED BY records_by_update
      WHERE ${inProjectsSql} AND gone = 0 AND kind = '${kind}' AND expires_ms IS NULL
      AND created_ms > 0 AND created_ms > ? AND created_ms <= ?`
    return { sql, values: [ids, after - span, until - span] }
  })
  const own = `SELECT key, expires_ms AS end_ms FROM records INDEXED BY records_by_expiry
    WHERE gone = 0 AND expires_ms IS NOT NULL AND expires_ms > ? AND expires_ms <= ? AND ${inProjectsSql}`
  const parts = [{ sql: own, values: [after, until, ids] }, ...byKind]
  return {
    sql: `FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}) e CROSS JOIN records r ON r.key = e.key
      WHERE ${isOpenOnly ? open : 'true'}`,
    values: parts.flatMap(({ values }) => values),
  }
}

/** Ids of the projects that have records. */
export function listProjectIds(db: IndexDatabase): string[] {
  const rows = db.prepare('SELECT DISTINCT project FROM record_counts WHERE count > 0 ORDER BY project').all()
  return rows.map(({ project }) => String(project))
}

function toExpiringRow(row: Row): ExpiringRow {
  const { project, id, kind, title, end_ms: expires, own, unfollowed: isUnfollowed } = row
  return {
    project: String(project),
    id: String(id),
    kind: String(kind),
    title: String(title),
    expires: Number(expires),
    isOwn: Number(own) === 1,
    isUnfollowed: Number(isUnfollowed) === 1,
  }
}
