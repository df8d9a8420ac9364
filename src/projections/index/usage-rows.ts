/**
 * How records are used and how many there were when. Each question goes along an index and looks up only the rows that it
 * shows, or few more: a hundred thousand records are not read for it.
 */
import { closedStatuses, hitEligibleKinds } from '../../record/vocabulary.ts'
import type { IndexDatabase, Row } from './database.ts'
import { inProjectsSql, quoteWords } from './scope-sql.ts'

export interface UsedRow {
  project: string
  id: string
  kind: string
  title: string
  hits: number
  /** ISO 8601; undefined before the first use. */
  lastHit: string | undefined
}

export interface Found {
  count: number
  /** There are more than were counted. */
  isMore: boolean
  rows: UsedRow[]
}

/** What is counted of one thing at most. */
export const mostCounted = 1000

/** Present records by kind, status or project, the most frequent first. */
export function countBy(
  db: IndexDatabase,
  column: 'kind' | 'status' | 'project',
  projects: readonly string[],
): { [name: string]: number } {
  const sql = `SELECT ${column} AS name, sum(count) AS count FROM record_counts WHERE ${inProjectsSql}
    GROUP BY ${column} HAVING sum(count) > 0 ORDER BY sum(count) DESC, ${column}`
  const rows = db.prepare(sql).all(JSON.stringify(projects))
  return Object.fromEntries(rows.map((row) => [String(row.name), Number(row.count)]))
}

export interface Span {
  /** Milliseconds since the epoch; the end is not in it. */
  from: number
  to: number
  /** Milliseconds of one part. */
  step: number
}

/** How many present records happened in each part of a span of time, the earliest first. */
export function countGrowth(db: IndexDatabase, projects: readonly string[], { from, to, step }: Span): number[] {
  const sql = `SELECT (event_ms - ?) / ? AS part, count(*) AS count FROM records INDEXED BY records_by_event
    WHERE ${inProjectsSql} AND gone = 0 AND event_ms >= ? AND event_ms < ? GROUP BY part`
  const counts = new Array<number>(Math.ceil((to - from) / step)).fill(0)
  // Whole numbers in SQL, so that the division is one, too.
  const values = [BigInt(from), BigInt(step), JSON.stringify(projects), from, to]
  for (const { part, count } of db.prepare(sql).all(...values)) counts[Number(part)] = Number(count)
  return counts
}

export function listMostUsed(db: IndexDatabase, projects: readonly string[], limit: number): UsedRow[] {
  const used = `FROM records INDEXED BY records_by_hits WHERE ${inProjectsSql} AND gone = 0 AND hits > 0`
  // The least number among the first is found in the index alone; ties are then told apart by name.
  const least = db
    .prepare(`SELECT hits ${used} ORDER BY hits DESC LIMIT 1 OFFSET ?`)
    .get(JSON.stringify(projects), limit - 1)?.hits
  const sql = `SELECT ${shown} ${used} AND hits >= ? ORDER BY hits DESC, project, id LIMIT ?`
  return db
    .prepare(sql)
    .all(JSON.stringify(projects), Number(least ?? 1), limit)
    .map(toUsedRow)
}

/** Open records of kinds whose uses count that nobody has used or changed since an instant (ms), the oldest first. */
export function findNeverUsed(
  db: IndexDatabase,
  projects: readonly string[],
  { unchangedSince, limit }: { unchangedSince: number; limit: number },
): Found {
  const sql = `SELECT ${prefixed} FROM (
      SELECT key FROM records INDEXED BY records_by_update
      WHERE ${inProjectsSql} AND gone = 0 AND kind IN (${quoteWords(hitEligibleKinds)}) AND updated_ms < ?
      AND key NOT IN (SELECT key FROM records INDEXED BY records_by_hits
        WHERE ${inProjectsSql} AND gone = 0 AND hits > 0)
      ORDER BY updated_ms, key
    ) o CROSS JOIN records r ON r.key = o.key WHERE r.status NOT IN (${quoteWords(closedStatuses)}) LIMIT ?`
  const rows = db.prepare(sql).all(JSON.stringify(projects), unchangedSince, JSON.stringify(projects), mostCounted + 1)
  return toFound(rows, limit)
}

/** Open records that at least `floor` readers found stale or wrong, and more than found them helpful. */
export function findDoubted(db: IndexDatabase, projects: readonly string[], limit: number, floor: number): Found {
  const sql = `SELECT ${shown} FROM records INDEXED BY records_by_doubt WHERE ${inProjectsSql}
    AND stale > 0 AND gone = 0 AND stale >= ? AND stale > helpful AND status NOT IN (${quoteWords(closedStatuses)})
    ORDER BY stale - helpful DESC, project, id LIMIT ?`
  return toFound(db.prepare(sql).all(JSON.stringify(projects), floor, mostCounted + 1), limit)
}

/** Superseded records that were used since an instant (ISO 8601), the most used first. */
export function findUsedThoughSuperseded(
  db: IndexDatabase,
  projects: readonly string[],
  { since, limit }: { since: string; limit: number },
): Found {
  const sql = `SELECT ${shown} FROM records INDEXED BY records_by_hits WHERE ${inProjectsSql}
    AND gone = 0 AND hits > 0 AND status = 'superseded' AND last_hit >= ? ORDER BY hits DESC, project, id LIMIT ?`
  return toFound(db.prepare(sql).all(JSON.stringify(projects), since, mostCounted + 1), limit)
}

const columns = ['project', 'id', 'kind', 'title', 'hits', 'last_hit']
const shown = columns.join(', ')
const prefixed = columns.map((name) => `r.${name}`).join(', ')

function toFound(rows: Row[], limit: number): Found {
  const isMore = rows.length > mostCounted
  return { count: Math.min(rows.length, mostCounted), isMore, rows: rows.slice(0, limit).map(toUsedRow) }
}

function toUsedRow({ project, id, kind, title, hits, last_hit: lastHit }: Row): UsedRow {
  return {
    project: String(project),
    id: String(id),
    kind: String(kind),
    title: String(title),
    hits: Number(hits),
    lastHit: lastHit === null || lastHit === undefined ? undefined : String(lastHit),
  }
}
