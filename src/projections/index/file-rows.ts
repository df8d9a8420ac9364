/** What was last seen of each file and folder of the vault, and what had been written there. */
import type { JsonValue } from '../../record/json-value.ts'
import type { IndexDatabase, Row } from './database.ts'
import { parseStored } from './stored-json.ts'

/** Cheap proof that a file is as it was: no two states of one file share all three. */
export interface FileSignature {
  size: number
  /** Invariant: what is written in place, which keeps the other two, has a later time than what stood there. */
  mtime: number
  inode: number
}

export interface FileState extends FileSignature {
  /** Relative to the vault, with `/`. */
  path: string
  project: string
  id: string
  /** Of the bytes. */
  hash: string
  /** The frontmatter as data, as it was last written to or adopted from the file. */
  projected: { [key: string]: JsonValue }
  bodyHash: string
  /** Why the file on disk is not followed: it does not parse, or another file has its id. */
  problem: string | undefined
}

const columns = 'path, project, id, size, mtime, inode, hash, projected, body_hash, problem'

export function findFileState(db: IndexDatabase, path: string): FileState | undefined {
  return toFileState(db.prepare(`SELECT ${columns} FROM file_states WHERE path = ?`).get(path))
}

/** The file that holds the record; files with a problem that only claim its id are passed over. */
export function findFileOf(db: IndexDatabase, project: string, id: string): FileState | undefined {
  return toFileState(findRowOf(db, project, id))
}

/** Where that file is. */
export function findPathOf(db: IndexDatabase, project: string, id: string): string | undefined {
  const row = findRowOf(db, project, id, 'path, problem')
  return row === undefined ? undefined : String(row.path)
}

/** Whether another file is known for the record, or the file for another record. */
export function isFileContested(
  db: IndexDatabase,
  { path, project, id }: { path: string; project: string; id: string },
): boolean {
  const sql = `SELECT 1 AS found FROM file_states WHERE path = ? AND id <> ?
    UNION ALL SELECT 1 FROM file_states WHERE project = ? AND id = ? AND path <> ?`
  return db.prepare(sql).get(path, id, project, id, path) !== undefined
}

/** Almost always one row, which SQLite would sort for several times what it takes to find it. */
function findRowOf(db: IndexDatabase, project: string, id: string, wanted = columns): Row | undefined {
  const rows = db.prepare(`SELECT ${wanted} FROM file_states WHERE project = ? AND id = ?`).all(project, id)
  return rows.length < 2 ? rows[0] : rows.sort(byRank)[0]
}

function byRank(a: Row, b: Row): number {
  const rank = ({ problem }: Row): number => (problem === null ? 0 : 1)
  return rank(a) - rank(b) || (String(a.path) < String(b.path) ? -1 : 1)
}

export function saveFileState(db: IndexDatabase, state: FileState): void {
  if (!updateFileState(db, state)) insertFileState(db, state)
}

/** What says where a file is found stands in three indices, which a file that is only written anew leaves as they are. */
function updateFileState(db: IndexDatabase, state: FileState): boolean {
  const { path, project, id, size, mtime, inode, hash, projected, bodyHash, problem } = state
  if (problem !== undefined) return false
  const sql = `UPDATE file_states SET size = ?, mtime = ?, inode = ?, hash = ?, projected = ?, body_hash = ?
    WHERE path = ? AND project = ? AND id = ? AND problem IS NULL`
  const values = [size, mtime, inode, hash, JSON.stringify(projected), bodyHash]
  return db.prepare(sql).run(...values, path, project, id).changes > 0
}

function insertFileState(db: IndexDatabase, state: FileState): void {
  const { path, project, id, size, mtime, inode, hash, projected, bodyHash, problem } = state
  db.prepare(`INSERT OR REPLACE INTO file_states (${columns}, folder) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
    path,
    project,
    id,
    size,
    mtime,
    inode,
    hash,
    JSON.stringify(projected),
    bodyHash,
    problem ?? null,
    folderOf(path),
  )
}

/** Copies where the records' files are into an index that knows of no file. What they hold is not copied. */
export function copyFileStates(from: IndexDatabase, to: IndexDatabase): void {
  to.transaction(() => {
    for (const row of from.prepare(`SELECT ${columns} FROM file_states`).all()) {
      const state = toFileState({ ...row, projected: '{}' })
      if (state !== undefined) saveFileState(to, state)
    }
  })
}

export function deleteFileState(db: IndexDatabase, path: string): void {
  db.prepare('DELETE FROM file_states WHERE path = ?').run(path)
}

export function listFileProblems(db: IndexDatabase): FileState[] {
  const rows = db.prepare(`SELECT ${columns} FROM file_states WHERE problem IS NOT NULL ORDER BY path`).all()
  return rows.flatMap((row) => toFileState(row) ?? [])
}

export function countFiles(db: IndexDatabase): number {
  return Number(db.prepare('SELECT count(*) AS count FROM file_states').get()?.count)
}

export interface KnownFile extends FileSignature {
  path: string
}

/** Known files after `after` in path order; a scan that runs out of time goes on from where it stopped. */
export function listKnownFiles(db: IndexDatabase, after: string, limit: number): KnownFile[] {
  const sql = 'SELECT path, size, mtime, inode FROM file_states WHERE path > ? ORDER BY path LIMIT ?'
  return db.prepare(sql).all(after, limit).map(toKnownFile)
}

export function listFilesIn(db: IndexDatabase, folder: string): KnownFile[] {
  const sql = 'SELECT path, size, mtime, inode FROM file_states WHERE folder = ? ORDER BY path'
  return db.prepare(sql).all(folder).map(toKnownFile)
}

/** Folders that hold known files. */
export function listFileFolders(db: IndexDatabase): string[] {
  const rows = db.prepare('SELECT DISTINCT folder FROM file_states ORDER BY folder').all()
  return rows.map(({ folder }) => String(folder))
}

/** Those of the paths that are known. */
export function listFilesOf(db: IndexDatabase, paths: readonly string[]): KnownFile[] {
  const sql =
    'SELECT path, size, mtime, inode FROM file_states WHERE path IN (SELECT value FROM json_each(?)) ORDER BY path'
  return db.prepare(sql).all(JSON.stringify(paths)).map(toKnownFile)
}

export interface KnownFolder {
  path: string
  mtime: number
}

export function listFolders(db: IndexDatabase): KnownFolder[] {
  const rows = db.prepare('SELECT path, mtime FROM folder_states ORDER BY path').all()
  return rows.map(({ path, mtime }) => ({ path: String(path), mtime: Number(mtime) }))
}

export function findFolderTime(db: IndexDatabase, path: string): number | undefined {
  const row = db.prepare('SELECT mtime FROM folder_states WHERE path = ?').get(path)
  return row === undefined ? undefined : Number(row.mtime)
}

export function saveFolderTime(db: IndexDatabase, path: string, mtime: number): void {
  db.prepare('INSERT OR REPLACE INTO folder_states (path, mtime) VALUES (?, ?)').run(path, mtime)
}

export function deleteFolder(db: IndexDatabase, path: string): void {
  db.prepare('DELETE FROM folder_states WHERE path = ?').run(path)
}

/** Small facts that belong to this index only, such as where a partial scan stopped. */
export function readSetting(db: IndexDatabase, name: string): string | undefined {
  const row = db.prepare('SELECT value FROM settings WHERE name = ?').get(name)
  return row === undefined ? undefined : String(row.value)
}

export function saveSetting(db: IndexDatabase, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
}

export function deleteSetting(db: IndexDatabase, name: string): void {
  db.prepare('DELETE FROM settings WHERE name = ?').run(name)
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function toKnownFile(row: Row): KnownFile {
  return { path: String(row.path), size: Number(row.size), mtime: Number(row.mtime), inode: Number(row.inode) }
}

function toFileState(row: Row | undefined): FileState | undefined {
  if (row === undefined) return undefined
  return {
    ...toKnownFile(row),
    project: String(row.project),
    id: String(row.id),
    hash: String(row.hash),
    projected: parseStored(row.projected) as FileState['projected'],
    bodyHash: String(row.body_hash),
    problem: row.problem === null ? undefined : String(row.problem),
  }
}
