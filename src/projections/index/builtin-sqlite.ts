/**
 * The SQLite inside Node in the shape of better-sqlite3, for when that does not load, or is not worth loading. Slower, and
 * the same files: it must read and write what better-sqlite3 does, also while processes of both kinds work on one vault.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { findErrno } from '../../lib/errors.ts'
import type { SqliteDatabase, SqliteStatement } from './sqlite.ts'

/** Whether this Node has it with all that is needed, which 22.16 was the first to have. */
export function hasBuiltin(): boolean {
  const Builtin = load()
  if (Builtin === undefined) return false
  const probe = new Builtin(':memory:')
  const isComplete = typeof probe.isTransaction === 'boolean'
  probe.close()
  return isComplete
}

/** Whether it can also read a database from bytes, as the index of a vault that cannot be written is. */
export function isBuiltinWhole(): boolean {
  return typeof load()?.prototype.deserialize === 'function'
}

/** Opens as `openSqlite` does. Throws for bytes where this Node cannot read a database from them. */
export function openBuiltin(source: string | Buffer, timeout: number): SqliteDatabase {
  const db = naming(() => connect(source, timeout))
  const database: SqliteDatabase = {
    get inTransaction() {
      return db.isTransaction
    },
    prepare: (sql) => wrapStatement(naming(() => db.prepare(sql))),
    exec: (sql) => naming(() => db.exec(sql)),
    pragma: (text, { simple = false } = {}) => {
      const rows = database.prepare(`PRAGMA ${text}`).all() as object[]
      return simple ? Object.values(rows[0] ?? {})[0] : rows
    },
    function: (name, options, work) => db.function(name, options, work as (...values: unknown[]) => SQLInputValue),
    transaction: (work) => ({ immediate: () => runTransaction(database, work) }),
    close: () => {
      if (db.isOpen) db.close()
    },
  }
  return database
}

function connect(source: string | Buffer, timeout: number): DatabaseSync {
  const Builtin = load()
  if (Builtin === undefined) throw new Error('this Node has no SQLite')
  if (typeof source === 'string') return new Builtin(source, { timeout })
  const db = new Builtin(':memory:', { timeout })
  db.deserialize(source)
  return db
}

/** Node calls it an experiment on stderr when it is loaded, which is no news for whoever runs memo; others are told. */
function load(): typeof DatabaseSync | undefined {
  const { emitWarning } = process
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!/^SQLite is an experimental feature/.test(String(warning)))
      Reflect.apply(emitWarning, process, [warning, ...rest])
  }) as typeof emitWarning
  try {
    return process.getBuiltinModule('node:sqlite')?.DatabaseSync
  } finally {
    process.emitWarning = emitWarning
  }
}

function wrapStatement(statement: StatementSync): SqliteStatement {
  const toInput = (values: unknown[]) => values.map((value) => value ?? null) as SQLInputValue[]
  const wrapped: SqliteStatement = {
    all: (...values) => naming(() => reading(statement, () => statement.all(...toInput(values)))),
    get: (...values) => naming(() => reading(statement, () => [statement.get(...toInput(values))])[0]),
    iterate: (...values) => eachRow(naming(() => statement.iterate(...toInput(values)))),
    run: (...values) => naming(() => statement.run(...toInput(values))),
    raw: () => {
      statement.setReturnArrays(true)
      return wrapped
    },
  }
  return wrapped
}

/** Each row is read when it is asked for, and so each may meet an error. */
function* eachRow(rows: Iterator<unknown>): Generator<unknown, void> {
  const step = () => naming(() => rows.next())
  try {
    for (let next = step(); next.done !== true; next = step()) yield next.value
  } finally {
    rows.return?.()
  }
}

type Row = { [column: string]: SQLOutputValue } | SQLOutputValue[] | undefined

/** Integers that no number can hold, as some file systems give their inodes, are read as the nearest number. */
function reading(statement: StatementSync, read: () => Row[]): Row[] {
  try {
    return read()
  } catch (error) {
    if (findErrno(error) !== 'ERR_OUT_OF_RANGE') throw error
  }
  statement.setReadBigInts(true)
  try {
    return read().map((row) => row && mapValues(row, (value) => (typeof value === 'bigint' ? Number(value) : value)))
  } finally {
    statement.setReadBigInts(false)
  }
}

function mapValues(row: NonNullable<Row>, map: (value: SQLOutputValue) => SQLOutputValue): Row {
  if (Array.isArray(row)) return row.map(map)
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, map(value)]))
}

function runTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite may have rolled back by itself, as it does on a full disk.
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Gives an error of SQLite the `code` that better-sqlite3 gives it. */
function naming<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number') {
      Object.assign(error, { code: toName(error.errcode) })
    }
    throw error
  }
}

/** The low byte of a result code (https://sqlite.org/rescode.html), by those names that anything here asks for. */
const names: { readonly [code: number]: string } = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  19: 'SQLITE_CONSTRAINT',
  24: 'SQLITE_FORMAT',
  26: 'SQLITE_NOTADB',
}

/** The file that SQLite shares its memory in could not grow: a full disk, unlike other codes of its kind. */
const shmSize = 10 | (19 << 8)

function toName(code: number): string {
  return code === shmSize ? 'SQLITE_IOERR_SHMSIZE' : (names[code & 255] ?? 'SQLITE_ERROR')
}
