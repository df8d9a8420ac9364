/** What a brief asks of the index besides what ranks and lists: a slice by its name, and what somebody should look at. */
import type { IndexDatabase, Row } from './database.ts'

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
  /** Milliseconds since the epoch. */
  now: number
  /** From now to then is soon. */
  soon: number
  limit: number
}

/** Open records that are due before a day (`2031-03-05`), the longest overdue first. */
export function listDue(db: IndexDatabase, project: string, before: string, limit: number): ConcernRow[] {
  // The name is looked for first, because parsing each record's fields would cost more than all the rest.
  const due = `instr(r.fields, '"due":') > 0 AND json_extract(r.fields, '$.due') < ?`
  const sql = `SELECT r.id, r.kind, r.title, json_extract(r.fields, '$.due') AS value FROM records r
    WHERE r.project = ? AND ${isOpen} AND ${due} ORDER BY value, r.id LIMIT ?`
  return db.prepare(sql).all(project, before, limit).map(toConcern)
}

/** Open records that expire or cease to hold soon; passing kinds are meant to. */
export function listEnding(db: IndexDatabase, { project, now, soon, limit }: ConcernInput): ConcernRow[] {
  const sql = `SELECT r.id, r.kind, r.title, min(coalesce(r.expires_ms, r.valid_to_ms), coalesce(r.valid_to_ms, r.expires_ms)) AS value
    FROM records r WHERE r.project = ? AND ${isOpen} AND r.kind NOT IN ('scratch', 'review', 'state')
    AND value > ? AND value <= ? ORDER BY value, r.id LIMIT ?`
  return db.prepare(sql).all(project, now, soon, limit).map(toConcern)
}

/** Open records that at least `floor` readers found stale or wrong, and more than found them helpful. */
export function listStale(db: IndexDatabase, project: string, floor: number, limit: number): ConcernRow[] {
  const sql = `SELECT r.id, r.kind, r.title, r.stale AS value FROM records r
    WHERE r.project = ? AND ${isOpen} AND r.stale >= ? AND r.stale > r.helpful ORDER BY r.stale DESC, r.id LIMIT ?`
  return db.prepare(sql).all(project, floor, limit).map(toConcern)
}

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
