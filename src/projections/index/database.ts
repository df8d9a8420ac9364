/** The open database of the index: one cache of prepared statements, transactions, and what its errors mean. */
import { statSync } from 'node:fs'
import { findErrno, MemoError, messageOf } from '../../lib/errors.ts'
import { isNativeMissing, type SqliteDatabase, type SqliteStatement } from './sqlite.ts'

export type Column = string | number | bigint | null

export type Row = { [column: string]: Column }

export interface IndexDatabase {
  readonly raw: SqliteDatabase
  /** True for a copy in memory: the vault cannot be written, and nothing of this session is kept. */
  readonly isCopy: boolean
  /** True for a copy that was taken because the disk is full. */
  readonly isDiskFull: boolean
  /** What opening had to do, told to people. */
  readonly notices: readonly string[]
  prepare(sql: string): SqliteStatement<Row>
  /** The same for thousands of rows: each comes as the list of its columns. */
  prepareLists(sql: string): SqliteStatement<Column[]>
  transaction<T>(work: () => T): T
  /** Inside of a transaction that writes, which a search may look into. */
  isWriting(): boolean
  /**
   * All that the work reads is of one state, whatever other processes commit meanwhile. Ends when the work returns. Throws
   * what `isFileTrouble` knows where another process has emptied the index since it was opened.
   */
  snapshot<T>(work: () => T): T
  /** The same for work that waits in between. Nothing else may use this handle meanwhile. */
  longSnapshot<T>(work: () => Promise<T>): Promise<T>
  /** Runs what changes the tables outside of a transaction. */
  reshape<T>(work: () => T): T
  /** False once the file was deleted, replaced or emptied by another process, or another could not be opened in its place. */
  isCurrent(): boolean
  close(): void
}

/** Told with every database where Node's own SQLite stands in; records can be read and written all the same. */
const builtinNotice =
  'the native module better-sqlite3 does not fit this Node, so answers come through node:sqlite, which is slower; ' +
  'repair it with "npm rebuild better-sqlite3"'

/** The database as the rest of memo uses it; `path` is left out for one that lives in memory only. */
export function toIndexDatabase(
  raw: SqliteDatabase,
  { path, notices }: { path?: string; notices: string[] },
): IndexDatabase {
  const statements = new Map<string, SqliteStatement<Row>>()
  const listing = new Map<string, SqliteStatement<Column[]>>()
  const inode = path === undefined ? undefined : statSync(path).ino
  const readSchema = schemaReader(raw)
  let schema = readSchema()
  const isSame = (): boolean => path === undefined || readSchema() === schema
  const assertSame = (): void => {
    if (!isSame()) throw new IndexEmptied()
  }
  let isWriting = false
  let isClosed = false
  /** What this handle does to the tables itself makes it no other index. */
  const keepingSchema = <T>(work: () => T): T => {
    const wasSame = isSame()
    const result = work()
    if (wasSame) schema = readSchema()
    return result
  }
  return {
    raw,
    isCopy: false,
    isDiskFull: false,
    notices: isNativeMissing() ? [builtinNotice, ...notices] : notices,
    prepare: (sql) => {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = raw.prepare(sql) as SqliteStatement<Row>
        statements.set(sql, statement)
      }
      return statement
    },
    prepareLists: (sql) => {
      let statement = listing.get(sql)
      if (statement === undefined) {
        statement = raw.prepare(sql).raw() as SqliteStatement<Column[]>
        listing.set(sql, statement)
      }
      return statement
    },
    transaction: (work) => {
      if (raw.inTransaction) return work()
      isWriting = true
      try {
        return raw.transaction(() => keepingSchema(work)).immediate()
      } finally {
        isWriting = false
      }
    },
    isWriting: () => isWriting,
    snapshot: (work) => {
      if (raw.inTransaction) return work()
      return readAtOnce(raw, () => {
        assertSame()
        return work()
      })
    },
    longSnapshot: async (work) => {
      raw.exec('BEGIN')
      try {
        assertSame()
        return await work()
      } finally {
        if (raw.inTransaction) raw.exec('COMMIT')
      }
    },
    reshape: (work) => keepingSchema(work),
    isCurrent: () => {
      if (isClosed || path === undefined) return !isClosed
      return statSync(path, { throwIfNoEntry: false })?.ino === inode && isSame()
    },
    close: () => {
      isClosed = true
      raw.close()
    },
  }
}

/** Counts whenever tables are made or dropped (file format, "schema cookie"); undefined where that cannot be read. */
function schemaReader(raw: SqliteDatabase): () => unknown {
  let statement: SqliteStatement | undefined
  return () => {
    try {
      statement ??= raw.prepare('PRAGMA schema_version')
      return (statement.get() as Row).schema_version
    } catch {
      // Whoever opens it again, or reads from it, meets what is wrong with it.
      return undefined
    }
  }
}

/** Whether the error says that the file's content is bad, so that only a new index helps. */
export function isDamage(error: unknown): boolean {
  const code = findErrno(error) ?? ''
  // The fold breaks no constraint of an index that holds what it was given.
  // A file that is shorter than it says was cut, or has side files that are not its own.
  return /^SQLITE_(CORRUPT|NOTADB|FORMAT|CONSTRAINT|IOERR_SHORT_READ)/.test(code) || isUnlikeMade(error)
}

/**
 * What SQLite says of a value that `parseStored` throws for, and of tables whose definitions are not those that were
 * written: a flipped bit in them is a word that nobody knows, and another version of memo has other columns.
 */
function isUnlikeMade(error: unknown): boolean {
  const told =
    /^(?:malformed|unrecognized|parse error in|error in tokenizer|no such (?:table|column|tokenizer)|table \S+ has (?:no|\d+) column|vtable constructor)/
  return findErrno(error) === 'SQLITE_ERROR' && told.test(messageOf(error))
}

/** A reader that found it up to date would take it for a vault that holds nothing. */
class IndexEmptied extends MemoError {
  constructor() {
    super('BUSY', 'another process is building the index anew', { hint: 'try again in a moment' })
  }
}

/** Whether the error may come from a file that is not the one that was opened any more. */
export function isFileTrouble(error: unknown): boolean {
  return error instanceof IndexEmptied || /^SQLITE_(IOERR|READONLY_DBMOVED)/.test(findErrno(error) ?? '')
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
