/** Paths of the vault that changed since the last commit, as far as memo changed or adopted them. */
import type { IndexDatabase } from './database.ts'

/** Marking again gives a higher mark, so that a commit settles only what it has seen. */
export function markDue(db: IndexDatabase, path: string): void {
  db.prepare('INSERT OR REPLACE INTO due_paths (path) VALUES (?)').run(path)
}

/** As `markDue`, of many. */
export function markAllDue(db: IndexDatabase, paths: readonly string[]): void {
  db.prepare('INSERT OR REPLACE INTO due_paths (path) SELECT value FROM json_each(?)').run(JSON.stringify(paths))
}

export interface DuePaths {
  paths: string[]
  /** The highest mark among them; 0 when there are none. */
  mark: number
}

export function listDue(db: IndexDatabase): DuePaths {
  const rows = db.prepare('SELECT mark, path FROM due_paths ORDER BY mark').all()
  return { paths: rows.map(({ path }) => String(path)), mark: Number(rows.at(-1)?.mark ?? 0) }
}

export function hasDue(db: IndexDatabase): boolean {
  return db.prepare('SELECT 1 AS found FROM due_paths LIMIT 1').get() !== undefined
}

/** Forgets what was due when the mark was the highest. */
export function settleDue(db: IndexDatabase, mark: number): void {
  db.prepare('DELETE FROM due_paths WHERE mark <= ?').run(mark)
}
