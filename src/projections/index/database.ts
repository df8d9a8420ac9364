/**
 * The SQLite file behind the index: opening it in whatever state it is found, and one cache of prepared statements.
 * The index is disposable, so a damaged or foreign file is set aside and folded anew, never repaired in place.
 */
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite.ts'
import { foldedTables, keptTables } from './tables.ts'

export type Row = { [column: string]: string | number | bigint | null }

export interface IndexDatabase {
  readonly raw: SqliteDatabase
  /** True for a copy in memory: the vault cannot be written, and nothing of this session is kept. */
  readonly isCopy: boolean
  /** True for a copy that was taken because the disk is full. */
  readonly isDiskFull: boolean
  /** What opening had to do, told to people. */
  readonly notices: readonly string[]
  prepare(sql: string): SqliteStatement<Row>
  transaction<T>(work: () => T): T
  /** Inside of a transaction that writes, which a search may look into. */
  isWriting(): boolean
  /** All that the work reads is of one state, whatever other processes commit meanwhile. Ends when the work returns. */
  snapshot<T>(work: () => T): T
  /** The same for work that waits in between. Nothing else may use this handle meanwhile. */
  longSnapshot<T>(work: () => Promise<T>): Promise<T>
  /** False once the file was deleted or replaced under this handle. */
  isCurrent(): boolean
  close(): void
}

export interface OpenIndexOptions {
  path: string
  /** Where a file that cannot be used is moved to. */
  setAside: (path: string, reason: string) => void
  /** The vault cannot be written: work on a copy in memory. */
  readOnly: boolean
  /** Milliseconds to wait for another connection's write lock. */
  waitMs?: number
  /** Most KiB of the file that are kept in memory; as many as SQLite's build says (16,000) when left out. */
  cacheKib?: number | undefined
}

/** Format of the file as a whole, in `user_version`; newer ones are not touched. */
const fileFormat = 3

/** Other connections write for milliseconds; an outside tool that holds the file longer makes us give up. */
const defaultWaitMs = 5000

/** Opens the index, making it when it is missing, damaged or of a newer format. Throws BUSY, UNSUPPORTED or IO. */
export function openIndex(options: OpenIndexOptions): IndexDatabase {
  if (options.readOnly) return openCopy(options.path, false)
  try {
    return openFile(options)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return openCopy(options.path, true)
  }
}

/** SQLite needs some space even to read: its shared memory is a file. */
function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(findErrno(error) ?? '')
}

function openFile(options: OpenIndexOptions): IndexDatabase {
  const notices: string[] = []
  const problem = existsSync(options.path) ? undefined : 'missing'
  const opened = problem === undefined ? tryOpen(options) : undefined
  if (opened !== undefined && 'raw' in opened) return wrap(opened.raw, { path: options.path, notices })
  if (opened !== undefined) {
    notices.push(`the index was ${opened.reason}; it was set aside and is built anew from the log`)
    setAsideFile(options, opened.reason)
  }
  return wrap(create(options), { path: options.path, notices })
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
    if (raw.pragma('user_version', { simple: true }) === fileFormat) return wrap(raw, { path, notices: [] })
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
  return wrap(raw, { notices })
}

/** Whether the error says that the file's content is bad, so that only a new index helps. */
export function isDamage(error: unknown): boolean {
  const code = findErrno(error) ?? ''
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || code === 'SQLITE_FORMAT'
}

/** Whether the error may come from a file that is not the one that was opened any more. */
export function isFileTrouble(error: unknown): boolean {
  return /^SQLITE_(IOERR|READONLY_DBMOVED)/.test(findErrno(error) ?? '')
}

type Opened = { raw: SqliteDatabase } | { reason: string }

function tryOpen({ path, waitMs = defaultWaitMs, cacheKib }: OpenIndexOptions): Opened {
  if (statSync(path).size === 0) return { reason: 'empty' }
  let raw: SqliteDatabase | undefined
  try {
    raw = openSqlite(path, waitMs)
    const version = raw.pragma('user_version', { simple: true })
    if (typeof version === 'number' && version > fileFormat) {
      raw.close()
      return { reason: `of format ${version}, newer than ${fileFormat} that this version writes` }
    }
    prepareFile(raw, cacheKib)
    return { raw }
  } catch (error) {
    raw?.close()
    if (isDamage(error)) return { reason: 'damaged' }
    throw toOpenError(error, path)
  }
}

function create({ path, waitMs = defaultWaitMs, cacheKib }: OpenIndexOptions): SqliteDatabase {
  try {
    // SQLite gives its side files the mode of the main file, so this one line keeps all three private.
    closeSync(openSync(path, 'w', 0o600))
    const raw = openSqlite(path, waitMs)
    prepareFile(raw, cacheKib)
    return raw
  } catch (error) {
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
  const version = raw.pragma('user_version', { simple: true })
  if (version === fileFormat) return
  // Empty until the first catch-up, which sees that no version is noted and folds the log. An older file lacks tables.
  raw.exec(version === 0 ? `${keptTables}${foldedTables}` : keptTables)
  raw.pragma(`user_version = ${fileFormat}`)
}

/**
 * A copy in memory of an index whose folder cannot be written: SQLite can open neither WAL nor its lock there. The two
 * format bytes that demand WAL are set back in the copy. Without a usable file the copy starts empty.
 */
function openCopy(path: string, isDiskFull: boolean): IndexDatabase {
  const reason = isDiskFull ? 'the disk is full' : 'the vault is read-only'
  const notices = [`${reason}: answers come from a copy of the index in memory`]
  try {
    const bytes = readFileSync(path)
    const hasPendingWal = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
    if (bytes.length > 100 && !hasPendingWal) {
      bytes[18] = 1
      bytes[19] = 1
      const raw = openSqlite(bytes)
      const version = raw.pragma('user_version', { simple: true })
      raw.prepare('SELECT count(*) FROM cursors').get()
      if (Number(version) > 0 && Number(version) <= fileFormat) {
        return { ...wrap(raw, { notices }), isCopy: true, isDiskFull }
      }
      raw.close()
    }
  } catch {
    // Missing, unreadable or damaged: the log is folded into an empty one instead.
  }
  return { ...memoryIndex(notices), isCopy: true, isDiskFull }
}

/** Told with every database of Node's own SQLite; records can be read and written all the same. */
const builtinNotice =
  'the native module better-sqlite3 does not fit this Node, so answers come through node:sqlite, which is slower; ' +
  'repair it with "npm rebuild better-sqlite3"'

function wrap(raw: SqliteDatabase, { path, notices }: { path?: string; notices: string[] }): IndexDatabase {
  const statements = new Map<string, SqliteStatement<Row>>()
  const inode = path === undefined ? undefined : statSync(path).ino
  let isWriting = false
  return {
    raw,
    isCopy: false,
    isDiskFull: false,
    notices: raw.isBuiltin ? [builtinNotice, ...notices] : notices,
    prepare: (sql) => {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = raw.prepare(sql) as SqliteStatement<Row>
        statements.set(sql, statement)
      }
      return statement
    },
    transaction: (work) => {
      if (raw.inTransaction) return work()
      isWriting = true
      try {
        return raw.transaction(work).immediate()
      } finally {
        isWriting = false
      }
    },
    isWriting: () => isWriting,
    snapshot: (work) => (raw.inTransaction ? work() : readAtOnce(raw, work)),
    longSnapshot: async (work) => {
      raw.exec('BEGIN')
      try {
        return await work()
      } finally {
        if (raw.inTransaction) raw.exec('COMMIT')
      }
    },
    isCurrent: () => path === undefined || statSync(path, { throwIfNoEntry: false })?.ino === inode,
    close: () => raw.close(),
  }
}

/** SQLite takes the snapshot at the first read, and lets go of it by itself after some errors. */
function readAtOnce<T>(raw: SqliteDatabase, work: () => T): T {
  raw.exec('BEGIN')
  try {
    return work()
  } finally {
    if (raw.inTransaction) raw.exec('COMMIT')
  }
}

function setAsideFile({ path, setAside }: OpenIndexOptions, reason: string): void {
  setAside(path, reason)
  for (const side of ['-wal', '-shm', '-journal']) rmSync(`${path}${side}`, { force: true })
}

/** Moves the file out of the way under a name that tells why and never meets another. */
export function moveAside(path: string, target: string): void {
  rmSync(target, { force: true })
  renameSync(path, target)
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
