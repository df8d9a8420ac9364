/** What was last seen of each file of the vault, and what had been written there. */
import type { JsonValue } from '../../record/json-value.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { Column, IndexDatabase, Row } from './database.ts'
import { type FilePlace, filesOfSql, placeOf } from './file-place.ts'
import { insertRows, type Target } from './insert-rows.ts'
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

type Projected = FileState['projected']

const columns = 'path, project, id, size, mtime, inode, hash, projected, body_hash, problem'

const atPlace = 'project = ? AND folder = ? AND stem = ?'

export function findFileState(db: IndexDatabase, path: string): FileState | undefined {
  const place = placeOf(path)
  if (place === undefined) return undefined
  const { project, folder, stem } = place
  return toFileState(db.prepare(`SELECT ${columns} FROM file_states WHERE ${atPlace}`).get(project, folder, stem))
}

/** The file that holds the record; files with a problem that only claim its id are passed over. */
export function findFileOf(db: IndexDatabase, project: string, id: string): FileState | undefined {
  return toFileState(findRowOf(db, project, id))
}

/** The same of a record whose file is most likely at this path. */
export function findFileAt(db: IndexDatabase, path: string, { project, id }: RecordKey): FileState | undefined {
  const own = findFileState(db, path)
  return own?.problem === undefined && own?.id === id ? own : findFileOf(db, project, id)
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
  const held = findFileState(db, path)
  return (held !== undefined && held.id !== id) || listRowsOf(db, project, id, 'path').some((row) => row.path !== path)
}

/** Almost always one row, which SQLite would sort for several times what it takes to find it. */
function findRowOf(db: IndexDatabase, project: string, id: string, wanted = columns): Row | undefined {
  const rows = listRowsOf(db, project, id, wanted)
  return rows.length < 2 ? rows[0] : rows.sort(byRank)[0]
}

function listRowsOf(db: IndexDatabase, project: string, id: string, wanted: string): Row[] {
  return db.prepare(filesOfSql(wanted)).all(project, id, project, id)
}

function byRank(a: Row, b: Row): number {
  const rank = ({ problem }: Row): number => (problem === null ? 0 : 1)
  return rank(a) - rank(b) || (String(a.path) < String(b.path) ? -1 : 1)
}

export function saveFileState(db: IndexDatabase, state: FileState): void {
  if (!updateFileState(db, state)) addFileStates(db, [state])
}

/** What says where a file is found stands in two indices, which a file that is only written anew leaves as they are. */
function updateFileState(db: IndexDatabase, state: FileState): boolean {
  const { project, folder, stem } = getPlace(state.path)
  const { size, mtime, inode, hash, bodyHash, problem } = state
  if (problem !== undefined) return false
  const sql = `UPDATE file_states SET size = ?, mtime = ?, inode = ?, hash = ?, projected = ?, body_hash = ?
    WHERE ${atPlace} AND other_id IS ? AND problem IS NULL`
  const values = [size, mtime, inode, hash, toStoredProjected(state), bodyHash]
  return db.prepare(sql).run(...values, project, folder, stem, otherIdOf(state, stem)).changes > 0
}

const table: Target = {
  table: 'file_states',
  or: 'REPLACE',
  columns: [
    ...['project', 'folder', 'stem', 'other_id', 'size', 'mtime', 'inode', 'hash', 'projected', 'body_hash', 'problem'],
  ],
}

/** Of files that were not known so far, which need not be looked for first. */
export function addFileStates(db: IndexDatabase, states: readonly FileState[]): void {
  insertRows(db, table, states.map(toRow))
}

function toRow(state: FileState) {
  const { project, folder, stem } = getPlace(state.path)
  const { size, mtime, inode, hash, bodyHash, problem = null } = state
  const place = [project, folder, stem, otherIdOf(state, stem)]
  return [...place, size, mtime, inode, hash, toStoredProjected(state), bodyHash, problem]
}

function getPlace(path: string): FilePlace {
  const place = placeOf(path)
  if (place === undefined) throw new Error(`no record's file can be at ${path}`)
  return place
}

function otherIdOf({ id }: FileState, stem: string): string | null {
  return id === stem ? null : id
}

/** Nearly every file names its record as the row does; one that names none, or another, says so with null in that place. */
function toStoredProjected({ projected, project, id }: FileState): string {
  const { id: ownId = null, project: ownProject = null, ...rest } = projected
  const isOwn = ownId === id && ownProject === project
  return JSON.stringify(isOwn ? rest : { ...rest, id: ownId, project: ownProject })
}

function toProjected(row: Row): FileState['projected'] {
  const { id = String(row.id), project = String(row.project), ...rest } = parseStored(row.projected) as Projected
  const identity = Object.entries({ id, project }).filter(([, value]) => value !== null)
  return { ...rest, ...Object.fromEntries(identity) }
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
  const place = placeOf(path)
  if (place === undefined) return
  const { project, folder, stem } = place
  db.prepare(`DELETE FROM file_states WHERE ${atPlace}`).run(project, folder, stem)
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

const signatureColumns = 'path, size, mtime, inode'

/**
 * Known files behind `after`, folder by folder, the last of them `until`; a scan that runs out of time goes on from where it
 * stopped.
 */
export function listKnownFiles(
  db: IndexDatabase,
  { after, until, limit }: { after: string; until?: string | undefined; limit: number },
): KnownFile[] {
  const bounds = until === undefined ? '' : 'AND (project, folder, stem) <= (?, ?, ?)'
  const sql = `SELECT ${signatureColumns} FROM file_states WHERE (project, folder, stem) > (?, ?, ?) ${bounds}
    ORDER BY project, folder, stem LIMIT ?`
  const ends = until === undefined ? [] : toKey(until)
  return db
    .prepareLists(sql)
    .all(...toKey(after), ...ends, limit)
    .map(toKnownFile)
}

/** Before all others where no file can be at the path, as at the empty one. */
function toKey(path: string): string[] {
  const { project, folder, stem } = placeOf(path) ?? { project: '', folder: '', stem: '' }
  return [project, folder, stem]
}

export function listFilesIn(db: IndexDatabase, path: string): KnownFile[] {
  const { project, folder } = placeOf(`${path}/.md`) ?? { project: '', folder: '' }
  const sql = `SELECT ${signatureColumns} FROM file_states WHERE project = ? AND folder = ? ORDER BY stem`
  return db.prepareLists(sql).all(project, folder).map(toKnownFile)
}

/** Folders that hold known files, without a look at each file. */
export function listFileFolders(db: IndexDatabase): string[] {
  const next = db.prepare(
    'SELECT project, folder FROM file_states WHERE (project, folder) > (?, ?) ORDER BY project, folder LIMIT 1',
  )
  const found: string[] = []
  for (let row = next.get('', ''); row !== undefined; row = next.get(row.project, row.folder)) {
    found.push(`projects/${row.project}/${row.folder}`)
  }
  return found
}

/** Those of the names in a folder that are known files. */
export function listFilesOf(db: IndexDatabase, path: string, names: readonly string[]): KnownFile[] {
  const places = names.flatMap((name) => placeOf(`${path}/${name}`) ?? [])
  const [first] = places
  if (first === undefined) return []
  const sql = `SELECT ${signatureColumns} FROM file_states
    WHERE project = ? AND folder = ? AND stem IN (SELECT value FROM json_each(?)) ORDER BY stem`
  const stems = JSON.stringify(places.map(({ stem }) => stem))
  return db.prepareLists(sql).all(first.project, first.folder, stems).map(toKnownFile)
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** Of the columns of a signature, in their order. */
function toKnownFile(row: readonly Column[]): KnownFile {
  return { path: String(row[0]), size: Number(row[1]), mtime: Number(row[2]), inode: Number(row[3]) }
}

function toFileState(row: Row | undefined): FileState | undefined {
  if (row === undefined) return undefined
  return {
    path: String(row.path),
    size: Number(row.size),
    mtime: Number(row.mtime),
    inode: Number(row.inode),
    project: String(row.project),
    id: String(row.id),
    hash: String(row.hash),
    projected: toProjected(row),
    bodyHash: String(row.body_hash),
    problem: row.problem === null ? undefined : String(row.problem),
  }
}
