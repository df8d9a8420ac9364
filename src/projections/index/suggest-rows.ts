/**
 * Names that begin so, for completion in a shell. Each query walks an index from the beginning on and jumps from one name
 * to the next, so it costs the same however many records a name stands in.
 */
import type { IndexDatabase } from './database.ts'

export interface SuggestedRecord {
  project: string
  id: string
  kind: string
  title: string
}

/** More than anybody reads; a shell asks before it shows a hundred. */
const most = 200

/** Behind everything that begins with the text. */
function endOf(beginning: string): string {
  return `${beginning}\u{10ffff}`
}

/** Present records of a project, or of all where there is none, by id. */
export function suggestRecords(db: IndexDatabase, beginning: string, project?: string): SuggestedRecord[] {
  const inProject = project === undefined ? '' : 'project = ? AND '
  const rows = db
    .prepare(
      `SELECT project, id, kind, title FROM records WHERE ${inProject}id >= ? AND id < ? AND gone = 0
       ORDER BY id, project LIMIT ${most}`,
    )
    .all(...(project === undefined ? [] : [project]), beginning, endOf(beginning))
  return rows.map((row) => ({
    project: String(row.project),
    id: String(row.id),
    kind: String(row.kind),
    title: String(row.title),
  }))
}

export function suggestTags(db: IndexDatabase, beginning: string): string[] {
  return walk(db, { table: 'record_tags', column: 'tag', within: '1' }, [], beginning)
}

export function suggestFacetNames(db: IndexDatabase, beginning: string): string[] {
  return walk(db, { table: 'record_facets', column: 'name', within: '1' }, [], beginning)
}

export function suggestFacetValues(db: IndexDatabase, name: string, beginning: string): string[] {
  return walk(db, { table: 'record_facets', column: 'value', within: 'name = ?' }, [name], beginning)
}

/** As they are spelled; found by the key under which all spellings are one. */
export function suggestEntities(db: IndexDatabase, keyBeginning: string): string[] {
  const keys = walk(db, { table: 'record_entities', column: 'entity', within: '1' }, [], keyBeginning)
  const name = db.prepare('SELECT coalesce(name, entity) AS name FROM record_entities WHERE entity = ? LIMIT 1')
  return keys.map((key) => String(name.get(key)?.name))
}

interface Column {
  table: string
  column: string
  /** A condition on the columns in front of this one in the table's key. */
  within: string
}

/** The different values of a column of a key, without reading the rows between. */
function walk(db: IndexDatabase, { table, column, within }: Column, bound: string[], beginning: string): string[] {
  const least = `SELECT min(${column}) FROM ${table} WHERE ${within} AND ${column}`
  const rows = db
    .prepare(
      `WITH RECURSIVE found(value) AS (
         SELECT (${least} >= ?)
         UNION ALL
         SELECT (${least} > found.value) FROM found WHERE found.value < ?
       ) SELECT value FROM found WHERE value < ? LIMIT ${most}`,
    )
    .all(...bound, beginning, ...bound, endOf(beginning), endOf(beginning))
  return rows.map(({ value }) => String(value))
}
