/** Records as points and their links as lines, for those who draw them. Reads no body. */
import type { Kind, Status } from '../../record/vocabulary.ts'
import type { IndexDatabase, Row } from './database.ts'
import { parseStored } from './stored-json.ts'

export interface GraphNode {
  projectId: string
  id: string
  kind: Kind
  status: Status
  title: string
  hits: number
  /** Links from it and to it, drawn or not. */
  degree: number
}

export interface GraphEdge {
  /** `project/id`. */
  source: string
  target: string
  types: string[]
}

/**
 * The records with most links, then the newest, and the links between two of them.
 * @param keys of the records that may be drawn
 */
export function findGraph(db: IndexDatabase, keys: readonly number[], limit: number) {
  const rows = db.prepare(nodesSql).all(JSON.stringify(keys), limit)
  const drawn = JSON.stringify(rows.map(({ key }) => key))
  return { nodes: rows.map(toNode), edges: db.prepare(edgesSql).all(drawn, drawn).map(toEdge) }
}

const nodesSql = `SELECT r.key, r.project, r.id, r.kind, r.status, r.title, r.hits,
    (SELECT count(*) FROM record_links l WHERE l.source_project = r.project AND l.source_id = r.id)
    + (SELECT count(*) FROM record_links l WHERE l.target_project = r.project AND l.target_id = r.id) AS degree
  FROM records r WHERE r.key IN (SELECT value FROM json_each(?))
  ORDER BY degree DESC, r.updated_ms DESC, r.project, r.id LIMIT ?`

/**
 * From the records drawn along their links; a link of a record to itself is none. The plus signs keep SQLite from looking
 * at each record drawn for each link.
 */
const edgesSql = `SELECT l.source_project, l.source_id, l.target_project, l.target_id,
    json_group_array(l.link_type) AS types
  FROM records s
  CROSS JOIN record_links l ON l.source_project = s.project AND l.source_id = s.id
  CROSS JOIN records t ON t.project = l.target_project AND t.id = l.target_id
  WHERE s.key IN (SELECT value FROM json_each(?)) AND +t.key IN (SELECT value FROM json_each(?)) AND +t.key <> s.key
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`

function toNode(row: Row): GraphNode {
  return {
    ...{ projectId: String(row.project), id: String(row.id), kind: row.kind as Kind, status: row.status as Status },
    ...{ title: String(row.title), hits: Number(row.hits), degree: Number(row.degree) },
  }
}

function toEdge(row: Row): GraphEdge {
  return {
    source: `${row.source_project}/${row.source_id}`,
    target: `${row.target_project}/${row.target_id}`,
    types: (parseStored(row.types) as string[]).toSorted(),
  }
}
