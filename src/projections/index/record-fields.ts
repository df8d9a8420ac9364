/**
 * The fields of a record as its row holds them. What every record has stands in columns, and in the JSON only where a
 * column cannot say it: most of the JSON would be nothing else, and it is written, kept and parsed for every record.
 */
import type { RecordState } from '../../events/fold.ts'
import { toIso } from '../../record/times.ts'
import type { IndexDatabase, Row } from './database.ts'
import { damaged, parseStored } from './stored-json.ts'

type Fields = RecordState['fields']

/** What `toFields` reads of a row. */
export const fieldColumns = 'kind, status, title, created_ms, updated_ms, fields'

export interface FieldColumns {
  kind: string
  status: string
  title: string
  /** Milliseconds since the epoch. */
  created: number
  updated: number
}

const held = ['kind', 'status', 'title', 'created', 'updated'] as const

type Held = { [name in (typeof held)[number]]: string }

/** One set of fields has one text, whatever order they came in. */
export function toStoredFields(fields: Fields, columns: FieldColumns): string {
  const { body: _, ...all } = fields
  const created = toIso(columns.created)
  // Most records were never edited, and a time is dear to write.
  const updated = columns.updated === columns.created ? created : toIso(columns.updated)
  // No column holds half a surrogate pair, which JSON does.
  const title = columns.title.toWellFormed()
  const said: Held & { [name: string]: unknown } = { ...columns, title, created, updated }
  const stored: Fields = {}
  for (const name of Object.keys(all).sort()) if (all[name] !== said[name]) stored[name] = all[name] as Fields[string]
  // A column has something to say of each record; null is what no such field is.
  for (const name of held) if (all[name] === undefined) stored[name] = null
  return JSON.stringify(stored)
}

/** All but the body. */
export function toFields(row: Row): Fields {
  const fields = parseStored(row.fields, isFields) as Fields
  const said = readColumns(row)
  for (const name of held) {
    if (fields[name] === undefined) fields[name] = said[name]
    else if (fields[name] === null) delete fields[name]
  }
  return fields
}

function readColumns({ kind, status, title, created_ms, updated_ms }: Row): Held {
  const created = readTime(created_ms)
  const updated = updated_ms === created_ms ? created : readTime(updated_ms)
  return { kind: String(kind), status: String(status), title: String(title), created, updated }
}

function readTime(column: Row[string] | undefined): string {
  const time = new Date(Number(column))
  if (Number.isNaN(time.getTime())) throw damaged()
  return time.toISOString()
}

function isFields({ links = [] }: { links?: unknown }): boolean {
  return (
    Array.isArray(links) && links.every((link) => typeof link?.type === 'string' && typeof link.target === 'string')
  )
}

/** The same of one record, as long as it is there. */
export function findFields(db: IndexDatabase, project: string, id: string): Fields | undefined {
  const sql = `SELECT ${fieldColumns} FROM records WHERE project = ? AND id = ? AND gone = 0`
  const row = db.prepare(sql).get(project, id)
  return row === undefined ? undefined : toFields(row)
}
