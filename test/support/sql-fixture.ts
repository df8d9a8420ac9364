/** A database from the statements that it was kept as. */
import { readFileSync } from 'node:fs'
import { openSqlite } from '../../src/projections/index/sqlite.ts'

export const claudeMemSql = new URL('../fixtures/import/claude-mem/claude-mem.sql', import.meta.url)

/** Makes the file in the write-ahead mode that claude-mem uses, and closes it. */
export function makeDatabase(path: string, sql: string | URL): string {
  const db = openSqlite(path)
  db.pragma('journal_mode = WAL')
  db.exec(typeof sql === 'string' ? sql : readFileSync(sql, 'utf8'))
  db.close()
  return path
}
