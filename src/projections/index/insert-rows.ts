/** Many rows of one table by few statements: each call into SQLite costs as much as a small row. */
import type { IndexDatabase } from './database.ts'

/** Rows of one statement. More gain nothing. */
const together = 24

type Value = string | number | null

export interface Target {
  table: string
  columns: readonly string[]
  /** Rows that are there already are passed over, or written over; else they are refused. */
  or?: 'IGNORE' | 'REPLACE'
}

/** Rows with a value for each of the columns, in their order. */
export function insertRows(db: IndexDatabase, target: Target, rows: readonly (readonly Value[])[]): void {
  let at = 0
  for (; at + together <= rows.length; at += together) {
    db.prepare(insertSql(target, together)).run(...rows.slice(at, at + together).flat())
  }
  for (; at < rows.length; at++) db.prepare(insertSql(target, 1)).run(...(rows[at] ?? []))
}

/**
 * Rows by the text in one of their columns. A table that is kept in that order takes them in half the time, because each one
 * falls beside the last.
 */
export function inOrderOf<Row extends readonly Value[]>(column: number, rows: Row[]): Row[] {
  const texts = (row: Row): string => String(row[column])
  return rows.sort((a, b) => (texts(a) < texts(b) ? -1 : texts(a) > texts(b) ? 1 : 0))
}

/** Kept, because a record that is written by itself asks for six of them. */
const statements = new WeakMap<Target, Map<number, string>>()

function insertSql(target: Target, count: number): string {
  const known = statements.get(target) ?? new Map<number, string>()
  statements.set(target, known)
  const sql = known.get(count) ?? toInsertSql(target, count)
  known.set(count, sql)
  return sql
}

function toInsertSql({ table, columns, or }: Target, count: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`
  const values = Array.from({ length: count }, () => row).join(', ')
  return `INSERT ${or === undefined ? '' : `OR ${or} `}INTO ${table} (${columns.join(', ')}) VALUES ${values}`
}
