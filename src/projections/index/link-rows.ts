/**
 * Links between records, read both ways with the titles of the other ends. Never reads a body: in a row of `records` it
 * stands behind everything that is read here.
 */
import type { Kind, Status } from '../../record/vocabulary.ts'
import type { IndexDatabase, Row } from './database.ts'
import { parseStored } from './stored-json.ts'

interface LinkedRow {
  projectId: string
  id: string
  types: string[]
  dangling?: true
  kind?: Kind
  status?: Status
  title?: string
}

const shown = `l.project AS project, l.id AS id, json_group_array(l.link_type) AS types, r.kind, r.status, r.title, r.gone`
const bestFirst = `r.gone IS NOT 0, r.status IN ('superseded', 'archived'), r.updated_ms DESC, l.project, l.id`

/** The ends of the links from a record, and of those to it; one of itself to itself is neither. */
const outward = `(SELECT target_project AS project, target_id AS id, link_type FROM record_links
  WHERE source_project = ? AND source_id = ? AND NOT (target_project = ? AND target_id = ?)) l
  LEFT JOIN records r ON r.project = l.project AND r.id = l.id`
const inward = `(SELECT source_project AS project, source_id AS id, link_type FROM record_links
  WHERE target_project = ? AND target_id = ? AND NOT (source_project = ? AND source_id = ?)) l
  JOIN records r ON r.project = l.project AND r.id = l.id AND r.gone = 0`

/** @param limit neighbours in each direction */
export function findNeighbours(db: IndexDatabase, project: string, id: string, limit: number) {
  const [to, from] = [count(db, outward, project, id), count(db, inward, project, id)]
  return {
    out: to.shown === 0 ? [] : list(db, outward, { project, id, limit }),
    in: from.shown === 0 ? [] : list(db, inward, { project, id, limit }),
    total: { out: to.shown, in: from.shown },
    dangling: to.absent,
  }
}

/** A forgotten record is neither shown nor counted with those that are; a name that never was a record is. */
function count(db: IndexDatabase, links: string, project: string, id: string): { shown: number; absent: number } {
  const sql = `SELECT count(*) FILTER (WHERE gone IS NOT 1) AS shown, count(*) FILTER (WHERE gone IS NOT 0) AS absent
    FROM (SELECT DISTINCT l.project, l.id, r.gone FROM ${links})`
  const row = db.prepare(sql).get(project, id, project, id)
  return { shown: Number(row?.shown), absent: Number(row?.absent) }
}

interface ListInput {
  project: string
  id: string
  limit: number
}

function list(db: IndexDatabase, links: string, { project, id, limit }: ListInput): LinkedRow[] {
  const sql = `SELECT ${shown} FROM ${links} WHERE r.gone IS NOT 1
    GROUP BY l.project, l.id ORDER BY ${bestFirst} LIMIT ?`
  return db.prepare(sql).all(project, id, project, id, limit).map(toLinked)
}

function toLinked(row: Row): LinkedRow {
  const end = { projectId: String(row.project), id: String(row.id) }
  const types = (parseStored(row.types) as string[]).toSorted()
  if (row.gone === null) return { ...end, types, dangling: true }
  return { ...end, types, kind: row.kind as Kind, status: row.status as Status, title: String(row.title) }
}

/** What the links of present records say, each once. */
export function listLinkTypes(db: IndexDatabase): string[] {
  const sql = 'SELECT DISTINCT link_type AS type FROM record_links ORDER BY link_type'
  return db
    .prepare(sql)
    .all()
    .map(({ type }) => String(type))
}
