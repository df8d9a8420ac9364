/**
 * Vectors of texts, in a file of their own beside the index. They are derived, but dear: kept by the hash of the text, so
 * that an index folded anew, a record moved or an edit undone finds them again. `record_chunks` in the index says
 * which texts there are.
 */
import { existsSync } from 'node:fs'
import { chunkHash, toChunkText } from './chunk-text.ts'
import type { IndexDatabase } from './database.ts'
import { passageTexts } from './passage-rows.ts'
import { dimensionsOf, toStored } from './stored-vector.ts'

/** A text that waits for its vector, and its place among all. */
export interface PendingText extends ChunkPlace {
  hash: string
  text: string
}

export interface ChunkPlace {
  record: number
  ordinal: number
}

export interface EmbeddedText {
  hash: string
  /** Of length 1, or zeros. */
  vector: Float32Array
}

/** Rollback journal, not WAL: the file stays readable in a folder that cannot be written. */
const tables = `
CREATE TABLE IF NOT EXISTS vectors.embeddings (
  model TEXT NOT NULL, hash TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, hash)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vectors.notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`

/**
 * Makes the file part of the connection; nothing happens when it is already.
 * @param create make the file where it is missing
 * @returns whether it is there now. Throws when the file is damaged (`isDamage`) or cannot be opened.
 */
export function attachEmbeddings(db: IndexDatabase, path: string, { create }: { create: boolean }): boolean {
  if (isAttached(db)) return true
  const isNew = !existsSync(path)
  if (isNew && (!create || db.isCopy)) return false
  db.raw.prepare('ATTACH DATABASE ? AS vectors').run(path)
  try {
    if (isNew || !hasTables(db)) db.raw.exec(tables)
    return true
  } catch (error) {
    detachEmbeddings(db)
    throw error
  }
}

export function detachEmbeddings(db: IndexDatabase): void {
  if (isAttached(db)) db.raw.exec('DETACH DATABASE vectors')
}

function isAttached(db: IndexDatabase): boolean {
  return db.prepare("SELECT 1 AS found FROM pragma_database_list WHERE name = 'vectors'").get() !== undefined
}

function hasTables(db: IndexDatabase): boolean {
  return Number(db.prepare('SELECT count(*) AS count FROM vectors.sqlite_master').get()?.count) >= 2
}

// What follows wants the file attached.

/** Numbers in the vectors of a model; undefined while there is none. */
export function findDimensions(db: IndexDatabase, model: string): number | undefined {
  const row = db.prepare('SELECT vector FROM vectors.embeddings WHERE model = ? LIMIT 1').get(model)
  return row === undefined ? undefined : dimensionsOf(row.vector as unknown as Uint8Array)
}

const pending = `FROM record_chunks c WHERE NOT EXISTS
  (SELECT 1 FROM vectors.embeddings e WHERE e.model = ? AND e.hash = c.hash)`

/** The next texts without a vector of the model, by their place; a text that stands in several records once each. */
export function findPending(
  db: IndexDatabase,
  model: string,
  { after, limit, record }: { after: ChunkPlace; limit: number; record?: number | undefined },
): PendingText[] {
  const only = record === undefined ? '' : 'AND c.record = ?'
  const rows = db
    .prepare(
      `SELECT c.record, c.ordinal, c.hash ${pending} ${only} AND (c.record, c.ordinal) > (?, ?)
       ORDER BY c.record, c.ordinal LIMIT ?`,
    )
    .all(model, ...(record === undefined ? [] : [record]), after.record, after.ordinal, limit)
  const read = textReader(db)
  return rows.flatMap((row) => {
    const place = { record: Number(row.record), ordinal: Number(row.ordinal) }
    const [hash, text] = [String(row.hash), read(place)]
    // Another process may have changed the record since its hash was read: then it waits for the next time.
    return text === undefined || chunkHash(text) !== hash ? [] : [{ ...place, hash, text }]
  })
}

/** Reads the texts of chunks in order, and each record once. */
function textReader(db: IndexDatabase): (place: ChunkPlace) => string | undefined {
  let open: { record: number; title: string; texts: string[] } | undefined
  return ({ record, ordinal }) => {
    if (open?.record !== record) {
      const row = db.prepare('SELECT title, body FROM records WHERE key = ?').get(record)
      open = { record, title: String(row?.title), texts: row === undefined ? [] : passageTexts(String(row.body)) }
    }
    const text = open.texts[ordinal]
    return text === undefined ? undefined : toChunkText(open.title, text)
  }
}

/** How many texts there are, and how many of them have no vector of the model. */
export function countTexts(db: IndexDatabase, model: string): { all: number; pending: number } {
  const open = db.prepare(`SELECT count(*) AS count ${pending}`).get(model)?.count
  return { all: countAllTexts(db), pending: Number(open) }
}

/** The same where no model has been asked yet. */
export function countAllTexts(db: IndexDatabase): number {
  return Number(db.prepare('SELECT count(*) AS count FROM record_chunks').get()?.count)
}

/** One short transaction, which locks the file of the vectors only. */
export function saveEmbeddings(db: IndexDatabase, model: string, texts: readonly EmbeddedText[]): void {
  const insert = db.prepare('INSERT OR REPLACE INTO vectors.embeddings (model, hash, vector) VALUES (?, ?, ?)')
  db.raw.exec('BEGIN')
  try {
    for (const { hash, vector } of texts) insert.run(model, hash, toStored(vector))
    db.raw.exec('COMMIT')
  } catch (error) {
    // SQLite may have rolled back by itself, as it does on a full disk.
    if (db.raw.inTransaction) db.raw.exec('ROLLBACK')
    throw error
  }
}

/** Deletes all vectors, of whatever model; gives how many. */
export function dropEmbeddings(db: IndexDatabase): number {
  return Number(db.prepare('DELETE FROM vectors.embeddings').run().changes)
}

/** Deletes the vectors of texts that no record holds any more; gives how many. */
export function dropStrayEmbeddings(db: IndexDatabase): number {
  const sql = 'DELETE FROM vectors.embeddings WHERE hash NOT IN (SELECT hash FROM record_chunks)'
  return Number(db.prepare(sql).run().changes)
}

const degradedNote = 'degraded'

export interface DegradedSearches {
  count: number
  /** Of the last one. */
  reason: string
  /** Milliseconds since the epoch. */
  since: number
}

/** Counts a search that had to do without meaning. */
export function noteDegraded(db: IndexDatabase, reason: string, now: number): void {
  const known = findDegraded(db)
  const note: DegradedSearches = { count: (known?.count ?? 0) + 1, reason, since: known?.since ?? now }
  const sql = 'INSERT OR REPLACE INTO vectors.notes (name, value) VALUES (?, ?)'
  db.prepare(sql).run(degradedNote, JSON.stringify(note))
}

/** Searches without meaning since the last time that every text had its vector. */
export function findDegraded(db: IndexDatabase): DegradedSearches | undefined {
  const row = db.prepare('SELECT value FROM vectors.notes WHERE name = ?').get(degradedNote)
  return row === undefined ? undefined : toDegraded(String(row.value))
}

/** A count that says nonsense is as good as none: it is no reason to take the vectors for damaged. */
function toDegraded(text: string): DegradedSearches | undefined {
  try {
    const { count, reason, since } = JSON.parse(text) as Partial<DegradedSearches>
    const isSound = Number.isInteger(count) && typeof reason === 'string' && Number.isFinite(since)
    return isSound ? ({ count, reason, since } as DegradedSearches) : undefined
  } catch {
    // As above.
    return undefined
  }
}

export function forgetDegraded(db: IndexDatabase): void {
  db.prepare('DELETE FROM vectors.notes WHERE name = ?').run(degradedNote)
}
