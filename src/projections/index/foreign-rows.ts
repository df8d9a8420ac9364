/** Rows of a table that somebody else made: columns may be missing, values may be of any type and any length. */
import { findErrno, messageOf } from '../../lib/errors.ts'
import type { SqliteDatabase } from './sqlite.ts'

export interface ForeignTable {
  name: string
  columns: ReadonlySet<string>
}

/** The texts of a row by its columns; a number as it is written. What is empty or no text is left out. */
export type ForeignRow = { [column: string]: string | undefined }

export type ForeignRead = { id: string; row: ForeignRow } | { id: string; problem: string }

/** Real tables only: a view could be anything, and those of SQLite itself say nothing. */
export function findForeignTables(db: SqliteDatabase): Map<string, ForeignTable> {
  const names = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .all()
  const tables = names.flatMap((row) => {
    const name = columnOf(row, 'name')
    if (name === undefined || name.startsWith('sqlite_')) return []
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(name)
    return [{ name, columns: new Set(columns.flatMap((column) => columnOf(column, 'name') ?? [])) }]
  })
  return new Map(tables.map((table) => [table.name, table]))
}

export function countForeignRows(db: SqliteDatabase, { name }: ForeignTable): number {
  return Number(columnOf(db.prepare(`SELECT count(*) AS n FROM ${quote(name)}`).get(), 'n') ?? 0)
}

/**
 * Every row in the order of its id, one in memory at a time; one of more than `longest` bytes is told and not read. What
 * is damaged ends the table with a problem.
 */
export function* readForeignRows(db: SqliteDatabase, table: ForeignTable, longest: number): Generator<ForeignRead> {
  try {
    const sizes = [...table.columns].map((column) => `coalesce(octet_length(${quote(column)}), 0)`).join(' + ')
    const one = db.prepare(`SELECT * FROM ${quote(table.name)} WHERE rowid = CAST(? AS INTEGER)`)
    const all = db.prepare(
      `SELECT CAST(rowid AS TEXT) AS id, ${sizes} AS size FROM ${quote(table.name)} ORDER BY rowid`,
    )
    for (const found of all.iterate()) {
      const id = columnOf(found, 'id') ?? ''
      if (Number(columnOf(found, 'size')) > longest) yield { id, problem: `it is longer than ${longest} bytes` }
      else yield { id, row: toForeignRow(one.get(id)) }
    }
  } catch (error) {
    if (findErrno(error)?.startsWith('SQLITE_') !== true) throw error
    yield { id: '', problem: `the rest of the table cannot be read: ${messageOf(error)}` }
  }
}

/** Finds the first row that has the value in the column. */
export function foreignFinder(
  db: SqliteDatabase,
  table: ForeignTable,
  column: string,
): (value: string) => ForeignRow | undefined {
  const find = db.prepare(`SELECT * FROM ${quote(table.name)} WHERE ${quote(column)} = ? LIMIT 1`)
  return (value) => {
    const row = find.get(value)
    return row === undefined ? undefined : toForeignRow(row)
  }
}

function toForeignRow(row: unknown): ForeignRow {
  const entries = Object.entries(row ?? {}).map(([column, value]) => [column, toText(value)] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined))
}

function columnOf(row: unknown, column: string): string | undefined {
  return toText(Object.entries(row ?? {}).find(([name]) => name === column)?.[1])
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
