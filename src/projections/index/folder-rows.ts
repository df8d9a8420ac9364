/** What was last seen of each folder of the vault: a folder that is as old as it was then holds the same names. */
import type { IndexDatabase } from './database.ts'

export interface KnownFolder {
  path: string
  mtime: number
}

export function listFolders(db: IndexDatabase): KnownFolder[] {
  const rows = db.prepare('SELECT path, mtime FROM folder_states ORDER BY path').all()
  return rows.map(({ path, mtime }) => ({ path: String(path), mtime: Number(mtime) }))
}

export function findFolderTime(db: IndexDatabase, path: string): number | undefined {
  const row = db.prepare('SELECT mtime FROM folder_states WHERE path = ?').get(path)
  return row === undefined ? undefined : Number(row.mtime)
}

export function saveFolderTime(db: IndexDatabase, path: string, mtime: number): void {
  db.prepare('INSERT OR REPLACE INTO folder_states (path, mtime) VALUES (?, ?)').run(path, mtime)
}

export function deleteFolder(db: IndexDatabase, path: string): void {
  db.prepare('DELETE FROM folder_states WHERE path = ?').run(path)
}
