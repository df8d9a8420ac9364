/**
 * The one door to SQLite: better-sqlite3, or the SQLite inside Node where that does not load, or where to load it would
 * cost more than all that is asked. Loaded when the first database is opened, so that a native module that does not fit is
 * a value to deal with and not a failed import.
 */
import { createRequire } from 'node:module'
import type Database from 'better-sqlite3'
import { MemoError } from '../../lib/errors.ts'
import { isNativeTrouble } from '../../lib/native-trouble.ts'
import { hasBuiltin, isBuiltinWhole, openBuiltin } from './builtin-sqlite.ts'

/** What is used of a prepared statement. */
export interface SqliteStatement<Result = unknown> {
  all(...values: unknown[]): Result[]
  get(...values: unknown[]): Result | undefined
  /** One row at a time, of more than memory should hold at once. */
  iterate(...values: unknown[]): IterableIterator<Result>
  run(...values: unknown[]): { lastInsertRowid: number | bigint; changes: number | bigint }
  /** From now on a row is the list of its columns, which takes less to make than an object. Gives the statement. */
  raw(): SqliteStatement
}

/** What is used of a connection: better-sqlite3's `Database` as it is, or the one inside Node in the same shape. */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  /** The rows, or with `simple` the first column of the first one. */
  pragma(text: string, options?: { simple?: boolean }): unknown
  function(name: string, options: { deterministic: boolean }, work: (...values: unknown[]) => unknown): unknown
  transaction<T>(work: () => T): { immediate(): T }
  close(): unknown
}

/** Milliseconds that a connection waits for another one's lock if nobody says; better-sqlite3's own. */
const defaultTimeout = 5000

let open = openNative
let isMissing = false

/**
 * For a process that is over in a tenth of a second, before it opens a database: to load better-sqlite3 takes 8 ms of the
 * processor and 4 MB, which its faster statements do not make up for in one search (decision 0015).
 */
export function preferBuiltin(): void {
  if (isBuiltinWhole()) open = openBuiltin
}

/** Whether better-sqlite3 was to be loaded, and did not load. */
export function isNativeMissing(): boolean {
  return isMissing
}

/**
 * Opens a file, `:memory:`, or a copy in memory of a file's bytes. Errors of SQLite have its name for them as `code`.
 * Throws UNSUPPORTED where the native module does not load and this Node has no SQLite.
 */
export function openSqlite(source: string | Buffer, timeout: number = defaultTimeout): SqliteDatabase {
  try {
    return open(source, timeout)
  } catch (error) {
    if (!isNativeTrouble(error)) throw error
    if (!hasBuiltin()) throw nativeError(error)
    isMissing = true
    // For good: two libraries in one process would undo each other's file locks, which belong to the process.
    open = openBuiltin
    return open(source, timeout)
  }
}

export function openNative(source: string | Buffer, timeout: number): SqliteDatabase {
  const Native = createRequire(import.meta.url)('better-sqlite3') as typeof Database
  return new Native(source, { timeout })
}

function nativeError(cause: unknown): MemoError {
  return new MemoError(
    'UNSUPPORTED',
    `the native module better-sqlite3 does not load under Node ${process.versions.node}`,
    {
      hint: 'run "npm rebuild better-sqlite3" where memo is installed, then "memo doctor --rebuild"',
      cause,
    },
  )
}
