/** Small facts that belong to this index only, such as up to where commits have come. */
import type { IndexDatabase } from './database.ts'

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
