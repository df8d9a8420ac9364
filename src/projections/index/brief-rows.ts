/** What a brief asks of the index besides what ranks and lists: a slice by its name, and what somebody should look at. */
import type { IndexDatabase, Row } from './database.ts'
import { inQuestionSql } from './tables.ts'

/** Of `records r`: nothing is to be done about a record that is closed or finished. */
const isOpen = "r.gone = 0 AND r.status NOT IN ('superseded', 'archived', 'completed', 'done', 'shipped')"

/**
 * Keys of the specs, plans and states that a slug means: the one with this id, those whose id begins or ends with it
 * (`checkout-plan`), and those that a link joins with it. The nearest name first, then the newest.
 */
export function findSlice(db: IndexDatabase, project: string, slug: string, limit: number): number[] {
  const sql = `SELECT r.key FROM records r
    WHERE r.project = ? AND r.gone = 0 AND r.kind IN ('spec', 'plan', 'state')
    AND r.status NOT IN ('superseded', 'archived')
    AND (r.id = ? OR (r.id > ? AND r.id < ?) OR substr(r.id, ?) = ?
      OR EXISTS (SELECT 1 FROM record_links l WHERE l.source_project = r.project AND l.source_id = r.id
        AND l.target_project = r.project AND l.target_id = ?)
      OR EXISTS (SELECT 1 FROM record_links l WHERE l.target_project = r.project AND l.target_id = r.id
        AND l.source_project = r.project AND l.source_id = ?))
    ORDER BY r.id = ? DESC, (r.id > ? AND r.id < ?) OR substr(r.id, ?) = ? DESC, r.updated_ms DESC, r.id LIMIT ?`
  const named = [`${slug}-`, `${slug}.`, -slug.length - 1, `-${slug}`]
  const rows = db.prepare(sql).all(project, slug, ...named, slug, slug, slug, ...named, limit)
  return rows.map(({ key }) => Number(key))
}

/** Keys of those records of a project that are there, in the order in which their ids are given. */
export function findKeys(db: IndexDatabase, project: string, ids: readonly string[]): number[] {
  if (ids.length === 0) return []
  const sql = `SELECT r.key FROM json_each(?) j CROSS JOIN records r ON r.project = ? AND r.id = j.value
    WHERE r.gone = 0 ORDER BY j.key`
  const rows = db.prepare(sql).all(JSON.stringify(ids), project)
  return rows.map(({ key }) => Number(key))
}

export interface ConcernRow {
  id: string
  kind: string
  title: string
  /** What the list is of: a time as it stands in the record or in milliseconds, or how many found it stale. */
  value: string | number
}

export interface ConcernInput {
  project: string
  /** A day, `2031-03-05`. */
  dueBefore: string
  /** Milliseconds since the epoch. */
  now: number
  /** From now to then is soon. */
  soon: number
  staleFloor: number
  limit: number
}

/** Open records that somebody should look at; at most `limit` of each sort. */
export interface Concerns {
  /** Due before the day, the longest overdue first. */
  due: ConcernRow[]
  /** Those that expire or cease to hold soon, the first ones first; passing kinds are meant to. */
  ending: ConcernRow[]
  /** Those that at least `staleFloor` readers found stale or wrong, and more than found them helpful; most of them first. */
  stale: ConcernRow[]
}

/** One pass for all sorts: to read the rows costs more than to judge them. */
export function listConcerns(
  db: IndexDatabase,
  { project, dueBefore, now, soon, staleFloor, limit }: ConcernInput,
): Concerns {
  const rows = db.prepare(concernsSql).all(project, dueBefore, now, soon, staleFloor, limit)
  const ofSort = (name: keyof Concerns) => rows.filter(({ sort }) => sort === name).map(toConcern)
  return { due: ofSort('due'), ending: ofSort('ending'), stale: ofSort('stale') }
}

const concernsSql = `WITH open AS MATERIALIZED (
    SELECT r.id, r.kind, r.title, r.stale, r.helpful,
      min(coalesce(r.expires_ms, r.valid_to_ms), coalesce(r.valid_to_ms, r.expires_ms)) AS ends,
      CASE WHEN instr(r.fields, '"due":') > 0 THEN json_extract(r.fields, '$.due') END AS due
    FROM records r WHERE r.project = ? AND ${isOpen}
      AND ${inQuestionSql('r.')}
  )
  SELECT sort, id, kind, title, value FROM (
    SELECT 'due' AS sort, id, kind, title, due AS value, row_number() OVER (ORDER BY due, id) AS place
    FROM open WHERE due < ?
    UNION ALL
    SELECT 'ending', id, kind, title, ends, row_number() OVER (ORDER BY ends, id)
    FROM open WHERE kind NOT IN ('scratch', 'review', 'state') AND ends > ? AND ends <= ?
    UNION ALL
    SELECT 'stale', id, kind, title, stale, row_number() OVER (ORDER BY stale DESC, id)
    FROM open WHERE stale >= ? AND stale > helpful
  ) WHERE place <= ? ORDER BY sort, place`

/** Active records that say they contradict another active one; `value` is `project/id` of that one. */
export function listDisputed(db: IndexDatabase, project: string, limit: number): ConcernRow[] {
  const sql = `SELECT r.id, r.kind, r.title, t.project || '/' || t.id AS value FROM record_links l
    JOIN records r ON r.project = l.source_project AND r.id = l.source_id
    JOIN records t ON t.project = l.target_project AND t.id = l.target_id
    WHERE l.source_project = ? AND l.link_type = 'contradicts'
    AND r.gone = 0 AND t.gone = 0 AND r.status = 'active' AND t.status = 'active' ORDER BY r.id, value LIMIT ?`
  return db.prepare(sql).all(project, limit).map(toConcern)
}

/** The commits of the product that records were last compared with (`verifiedAtSha`), by the records' ids. */
export function findVerified(db: IndexDatabase, project: string, ids: readonly string[]): Map<string, string> {
  const sql = `SELECT r.id, json_extract(r.fields, '$.verifiedAtSha') AS sha FROM records r
    WHERE r.project = ? AND r.id IN (SELECT value FROM json_each(?)) AND instr(r.fields, '"verifiedAtSha":') > 0`
  const rows = db.prepare(sql).all(project, JSON.stringify(ids))
  return new Map(rows.flatMap(({ id, sha }) => (typeof sha === 'string' ? [[String(id), sha]] : [])))
}

function toConcern({ id, kind, title, value }: Row): ConcernRow {
  return {
    id: String(id),
    kind: String(kind),
    title: String(title),
    value: typeof value === 'string' ? value : Number(value),
  }
}
