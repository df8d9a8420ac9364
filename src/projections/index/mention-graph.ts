/**
 * The graph of records and the names that they mention, as flat arrays. Reading it takes a look at every mention, so it is
 * kept until the log moves on: a count of rows would not notice an edit that leaves as many as before.
 */
import type { IndexDatabase } from './database.ts'
import { weightSql } from './entity-rows.ts'
import { parseStored } from './stored-json.ts'

export interface Graph {
  records: number[]
  names: string[]
  from: Int32Array
  to: Int32Array
  weight: Float64Array
}

interface Kept {
  head: string
  graph: Graph
}

const kept = new WeakMap<IndexDatabase, Kept>()

/** How much a link says of the record at its other end: as much as a name in its title. */
const linkWeight = 1

/** The same object until something is folded. A name that one record alone mentions leads nowhere, and is left out. */
export function mentionGraph(db: IndexDatabase): Graph {
  const head = logHead(db)
  const known = kept.get(db)
  if (known?.head === head) return known.graph
  const graph = readGraph(db)
  kept.set(db, { head, graph })
  return graph
}

/** How far each writer's log has been folded; saved in the transaction that folds. */
function logHead(db: IndexDatabase): string {
  const sql = `SELECT json_group_array(json_array(writer, seq, hash)) AS head
    FROM (SELECT writer, seq, hash FROM cursors WHERE projection = 'index' ORDER BY writer)`
  return String(db.prepare(sql).get()?.head)
}

interface Edge {
  from: number
  to: number
  weight: number
}

function readGraph(db: IndexDatabase): Graph {
  const places = new Map<number, number>()
  const placeOf = (record: number): number => {
    const place = places.get(record) ?? places.size
    places.set(record, place)
    return place
  }
  const links = readLinks(db).map(({ from, to, weight }) => ({ from: placeOf(from), to: placeOf(to), weight }))
  const mentioned = readMentions(db)
  const ends = mentioned.map(({ mentions }) => mentions.map(([record, weight]) => ({ to: placeOf(record), weight })))
  const edges = [...links, ...ends.flatMap((to, name) => to.map((end) => ({ from: places.size + name, ...end })))]
  return {
    records: [...places.keys()],
    names: mentioned.map(({ name }) => name),
    from: Int32Array.from(edges, ({ from }) => from),
    to: Int32Array.from(edges, ({ to }) => to),
    weight: Float64Array.from(edges, ({ weight }) => weight),
  }
}

interface Mentioned {
  name: string
  mentions: [record: number, weight: number][]
}

function readMentions(db: IndexDatabase): Mentioned[] {
  const sql = `SELECT entity, json_group_array(json_array(record, ${weightSql})) AS mentions
    FROM record_entities GROUP BY entity HAVING count(*) > 1`
  const rows = db.prepare(sql).all()
  return rows.map(({ entity, mentions }) => {
    return { name: String(entity), mentions: parseStored(mentions) as Mentioned['mentions'] }
  })
}

/** Two records that link to each other, or in several ways, have one edge. */
function readLinks(db: IndexDatabase): Edge[] {
  const sql = `SELECT DISTINCT min(s.key, t.key) AS low, max(s.key, t.key) AS high FROM record_links l
    CROSS JOIN records s ON s.project = l.source_project AND s.id = l.source_id AND s.gone = 0
    CROSS JOIN records t ON t.project = l.target_project AND t.id = l.target_id AND t.gone = 0
    WHERE s.key <> t.key`
  const rows = db.prepare(sql).all()
  return rows.map(({ low, high }) => ({ from: Number(low), to: Number(high), weight: linkWeight }))
}
