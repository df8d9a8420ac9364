/**
 * What FTS5 answers for one term, kept between the searches of a process: the words of one search come up again in the
 * next, and FTS5 takes longest for those that many records hold.
 */
import type { IndexDatabase } from './database.ts'

/** Keys in ascending order, and FTS5's bm25 (positive) of each where it has one to say. */
export interface FoundPostings {
  keys: Float64Array
  scores: Float64Array | undefined
}

type Table = 'records_fts' | 'passages_fts'

/**
 * Room for a word that every record of a large vault holds: 16 bytes each, so 1.2 MB for a table at most. With 250,000 a
 * server of 10,000 records took 3 MB more after 5,000 calls, and it is to stay below 120.
 */
const mostKept = 75_000

interface Kept {
  version: string
  /** The one asked for longest ago comes first. */
  byForm: Map<string, FoundPostings>
  count: number
}

const kept = new WeakMap<IndexDatabase, Map<Table, Kept>>()

/** What was read for this form and table before, if the table is as it was then. */
export function keepPostings(db: IndexDatabase, table: Table, form: string, read: () => FoundPostings): FoundPostings {
  // What a transaction has written is not in the table's structure before it ends.
  if (db.isWriting()) return read()
  const known = keptOf(db, table)
  const found = known.byForm.get(form) ?? read()
  if (known.byForm.delete(form)) known.count -= roomOf(form, found)
  if (roomOf(form, found) <= mostKept) add(known, form, found)
  return found
}

/** In entries of 16 bytes. The form counts too: of words that nobody wrote there is no end. */
function roomOf(form: string, { keys }: FoundPostings): number {
  return keys.length + Math.ceil(form.length / 8) + 8
}

function keptOf(db: IndexDatabase, table: Table): Kept {
  const tables = kept.get(db) ?? new Map<Table, Kept>()
  kept.set(db, tables)
  const version = readVersion(db, table)
  const known = tables.get(table)
  if (known?.version === version) return known
  const empty = { version, byForm: new Map(), count: 0 }
  tables.set(table, empty)
  return empty
}

/**
 * FTS5 writes the tenth record of its data, the structure of its segments, with every change of the table (file format,
 * "structure record"); the tables themselves are made anew by a rebuild, which the schema's version tells.
 */
function readVersion(db: IndexDatabase, table: Table): string {
  const structure = db.prepare(`SELECT hex(block) AS text FROM ${table}_data WHERE id = 10`).get()
  const schema = db.prepare('PRAGMA schema_version').get()
  return `${schema?.schema_version} ${structure?.text}`
}

function add(known: Kept, form: string, found: FoundPostings): void {
  known.byForm.set(form, found)
  known.count += roomOf(form, found)
  for (const [oldest, other] of known.byForm) {
    if (known.count <= mostKept) return
    known.byForm.delete(oldest)
    known.count -= roomOf(oldest, other)
  }
}

/** @param weights of the columns, for bm25 */
export function readScored(
  db: IndexDatabase,
  { table, form, weights }: { table: Table; form: string; weights: readonly number[] },
): FoundPostings {
  const sql = `SELECT rowid AS key, -bm25(${table}, ${weights.join(', ')}) AS score FROM ${table} WHERE ${table} MATCH ?`
  const rows = db.prepareLists(sql).all(form)
  const [keys, scores] = [new Float64Array(rows.length), new Float64Array(rows.length)]
  rows.forEach((row, at) => {
    keys[at] = Number(row[0])
    scores[at] = Number(row[1])
  })
  return { keys, scores }
}

/** Without scores. All keys come as one text, because a row for each takes several times as long. */
export function readKeys(db: IndexDatabase, table: Table, form: string): FoundPostings {
  const sql = `SELECT json_group_array(rowid) AS keys FROM (SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid)`
  const keys = JSON.parse(String(db.prepare(sql).get(form)?.keys)) as number[]
  return { keys: Float64Array.from(keys), scores: undefined }
}
