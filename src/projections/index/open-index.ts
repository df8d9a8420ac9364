/**
 * Opening the SQLite file behind the index in whatever state it is found. The index is disposable, so a damaged or foreign
 * file is set aside and folded anew, never repaired in place.
 */
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { type IndexDatabase, isDamage, isFileTrouble, toIndexDatabase } from './database.ts'
import { openSqlite, type SqliteDatabase } from './sqlite.ts'
import { foldedTables, keptTables } from './tables.ts'

export interface OpenIndexOptions {
  path: string
  /** Where a file that cannot be used is moved to. */
  setAside: (path: string, reason: string) => void
  /** The vault cannot be written: work on a copy in memory. */
  readOnly: boolean
  /** Why it cannot, where that is so. */
  isDiskFull?: boolean | undefined
  /** Milliseconds to wait for another connection's write lock. */
  waitMs?: number
  /** Most KiB of the file that are kept in memory; as many as SQLite's build says (16,000) when left out. */
  cacheKib?: number | undefined
}

/** Format of the file as a whole, in `user_version`; newer ones are not touched. */
const fileFormat = 4

/** Other connections write for milliseconds; an outside tool that holds the file longer makes us give up. */
const defaultWaitMs = 5000

/** Opens the index, making it when it is missing, damaged or of a newer format. Throws BUSY, UNSUPPORTED or IO. */
export function openIndex(options: OpenIndexOptions): IndexDatabase {
  if (options.readOnly) return openCopy(options.path, options.isDiskFull === true)
  try {
    return openInTurn(options)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return openCopy(options.path, true)
  }
}

/** SQLite needs some space even to read: its shared memory is a file. */
function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(findErrno(error) ?? '')
}

/** So often another process may set a damaged file aside at the very moment of opening it. */
const mostTries = 5

function openInTurn(options: OpenIndexOptions, tries = 1): IndexDatabase {
  try {
    return openFile(options)
  } catch (error) {
    const isAway = isFileTrouble(error) || findErrno(error) === 'ENOENT'
    if (!isAway || tries === mostTries) throw error
    return openInTurn(options, tries + 1)
  }
}

function openFile(options: OpenIndexOptions): IndexDatabase {
  const notices: string[] = []
  const opened = existsSync(options.path) ? tryOpen(options) : undefined
  if (opened !== undefined && 'raw' in opened) return toIndexDatabase(opened.raw, { path: options.path, notices })
  if (opened !== undefined) {
    notices.push(`the index was ${opened.reason}; it was set aside and is built anew from the log`)
    setAsideFile(options, opened.reason)
  }
  return toIndexDatabase(create(options), { path: options.path, notices })
}

/**
 * The index as it stands, for a look that may neither wait nor mend nor make anything; undefined where that cannot be had,
 * because there is none, it is held, damaged or of another format, or its folder cannot be written.
 */
export function peekIndex(path: string): IndexDatabase | undefined {
  let raw: SqliteDatabase | undefined
  try {
    if (statSync(path).size === 0) return undefined
    raw = openSqlite(path, 0)
    raw.pragma('query_only = 1')
    if (versionOf(raw) === fileFormat) return toIndexDatabase(raw, { path, notices: [] })
  } catch {
    // There is nothing to see, and nobody to tell.
  }
  raw?.close()
  return undefined
}

/** An index that lives in memory only. */
export function memoryIndex(notices: string[] = []): IndexDatabase {
  const raw = openSqlite(':memory:')
  prepareFile(raw)
  return toIndexDatabase(raw, { notices })
}

type Opened = { raw: SqliteDatabase } | { reason: string }

function tryOpen({ path, waitMs = defaultWaitMs, cacheKib }: OpenIndexOptions): Opened {
  if (isCutToNothing(path)) return { reason: 'empty' }
  let raw: SqliteDatabase | undefined
  try {
    raw = openSqlite(path, waitMs)
    const reason = findFault(raw)
    if (reason === undefined) prepareFile(raw, cacheKib)
    else raw.close()
    return reason === undefined ? { raw } : { reason }
  } catch (error) {
    raw?.close()
    if (isDamage(error)) return { reason: 'damaged' }
    throw toOpenError(error, path)
  }
}

/** A file that is empty by itself is one that another process has just begun. */
function isCutToNothing(path: string): boolean {
  return statSync(path).size === 0 && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function findFault(raw: SqliteDatabase): string | undefined {
  const version = versionOf(raw)
  if (version > fileFormat) return `of format ${version}, newer than ${fileFormat} that this version writes`
  if (version !== 0 || raw.prepare('SELECT 1 FROM sqlite_master').get() === undefined) return undefined
  // Another process may have made tables and version between the two looks.
  return versionOf(raw) === 0 ? 'unfinished' : undefined
}

function create({ path, waitMs = defaultWaitMs, cacheKib }: OpenIndexOptions): SqliteDatabase {
  let raw: SqliteDatabase | undefined
  try {
    // SQLite gives its side files the mode of the main file, so this one line keeps all three private.
    // Another process may have made it by now, and what it has written is not to be cut off.
    closeSync(openSync(path, 'a', 0o600))
    raw = openSqlite(path, waitMs)
    prepareFile(raw, cacheKib)
    return raw
  } catch (error) {
    raw?.close()
    throw toOpenError(error, path)
  }
}

function prepareFile(raw: SqliteDatabase, cacheKib?: number): void {
  // A network file system may refuse WAL; SQLite then says which mode it kept, and the index works in that one.
  try {
    raw.pragma('journal_mode = WAL')
  } catch (error) {
    if (isDamage(error)) throw error
    raw.pragma('journal_mode = DELETE')
  }
  raw.pragma('synchronous = NORMAL')
  if (cacheKib !== undefined) raw.pragma(`cache_size = -${cacheKib}`)
  if (versionOf(raw) !== fileFormat) raw.transaction(() => makeTables(raw)).immediate()
}

/** All or nothing: a disk that is full in the middle would leave tables behind that nobody completes. */
function makeTables(raw: SqliteDatabase): void {
  const version = versionOf(raw)
  // Another process was faster.
  if (version === fileFormat) return
  if (version !== 0) dropTables(raw)
  // Empty until the first catch-up, which sees that no version is noted and folds the log.
  raw.exec(`${keptTables}${foldedTables}`)
  raw.pragma(`user_version = ${fileFormat}`)
}

/**
 * Makes the index as it is when it is new, in the same file, within the caller's transaction. Other processes have it open,
 * and open it at this moment: in the place of a file that is taken away, one of them makes side files that are not those of
 * the next. Throws what SQLite throws where it is damaged.
 */
export function emptyIndex({ raw }: IndexDatabase): void {
  dropTables(raw)
  raw.pragma('user_version = 0')
  makeTables(raw)
  assertSound(raw)
}

function dropTables(raw: SqliteDatabase): void {
  const tables = raw.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'`,
  )
  for (const { name } of tables.all() as { name: string }[]) raw.exec(`DROP TABLE "${name.replaceAll('"', '""')}"`)
}

/** Next to nothing is left to look at but the list of free pages, which no table tells whether it is damaged. */
function assertSound(raw: SqliteDatabase): void {
  const said = raw.pragma('quick_check(1)', { simple: true })
  if (said !== 'ok') throw Object.assign(new Error(String(said)), { code: 'SQLITE_CORRUPT' })
}

function versionOf(raw: SqliteDatabase): number {
  return Number(raw.pragma('user_version', { simple: true }))
}

/**
 * A copy in memory of an index whose folder cannot be written: SQLite can open neither WAL nor its lock there. Without a
 * usable file it starts empty, and the log is folded into it.
 */
function openCopy(path: string, isDiskFull: boolean): IndexDatabase {
  const reason = isDiskFull ? 'the disk is full' : 'the vault is read-only'
  const notices = [`${reason}: answers come from a copy of the index in memory`]
  const raw = readCopy(path)
  const db = raw === undefined ? memoryIndex(notices) : toIndexDatabase(raw, { notices })
  return { ...db, isCopy: true, isDiskFull }
}

/** Undefined where the file is missing, unreadable or damaged, is of another format, or is not all that was committed. */
function readCopy(path: string): SqliteDatabase | undefined {
  let raw: SqliteDatabase | undefined
  try {
    const bytes = readFileSync(path)
    const hasPendingWal = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
    if (bytes.length <= 100 || hasPendingWal) return undefined
    // The format's two versions: the copy has no WAL, which they demand.
    bytes[18] = 1
    bytes[19] = 1
    raw = openSqlite(bytes)
    raw.prepare('SELECT count(*) FROM cursors').get()
    if (versionOf(raw) === fileFormat) return raw
  } catch {
    // As above.
  }
  raw?.close()
  return undefined
}

function setAsideFile({ path, setAside }: OpenIndexOptions, reason: string): void {
  setAside(path, reason)
  for (const side of ['-wal', '-shm', '-journal']) removeFile(`${path}${side}`)
}

function toOpenError(error: unknown, path: string): Error {
  const code = findErrno(error) ?? ''
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new MemoError('BUSY', `another program holds the index ${path}`, {
      hint: 'close it, or try again in a moment; nothing that was acknowledged is lost',
      cause: error,
    })
  }
  return error instanceof Error ? error : new Error(String(error))
}
