/**
 * Tidying the index up: nothing that is in it changes, only how it lies in the file. Each step is one transaction of
 * SQLite, so a kill leaves the state before or after it.
 *
 * No ANALYZE: the statements say themselves by which index they go, and a new index has no statistics either.
 */
import { type IndexDatabase, isFileTrouble } from './database.ts'

const fullTextTables = ['records_fts', 'exact_fts', 'passages_fts'] as const

/** Pages that one step writes about: some hundredths of a second, in which other writers wait. */
const pagesPerStep = 500

/**
 * Merges what each full-text table has written in pieces, a step at a time.
 * @param whole also where there are few pieces, down to one for each table
 */
export function* mergeFullText(db: IndexDatabase, { whole }: { whole: boolean }): Generator<void> {
  for (const table of fullTextTables) {
    // A negative number of pages marks all pieces for one merge, which the positive ones go on with (FTS5, 6.7).
    let pages = whole ? -pagesPerStep : pagesPerStep
    while (mergeSome(db, table, pages)) {
      pages = pagesPerStep
      yield
    }
  }
}

/** A merge that has nothing to do changes less than two rows (FTS5, 6.7). */
function mergeSome(db: IndexDatabase, table: (typeof fullTextTables)[number], pages: number): boolean {
  const before = totalChanges(db)
  db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(pages)
  return totalChanges(db) - before >= 2
}

function totalChanges(db: IndexDatabase): number {
  return Number(db.prepare('SELECT total_changes() AS count').get()?.count)
}

/** The index, or the vectors beside it where their file is attached. */
export type SchemaName = 'main' | 'vectors'

/** Bytes of a file, and those of them that hold nothing. */
export function measureFile({ raw }: IndexDatabase, schema: SchemaName): { bytes: number; free: number } {
  const read = (name: string): number => Number(raw.pragma(`${schema}.${name}`, { simple: true }))
  const page = read('page_size')
  return { bytes: read('page_count') * page, free: read('freelist_count') * page }
}

/** Writes the file anew without what is free. Throws what SQLite says where the disk is full or another one holds it. */
export function vacuum(db: IndexDatabase, schema: SchemaName): void {
  db.reshape(() => db.raw.exec(`VACUUM ${schema}`))
}

/** Brings what was written into the file itself; false where a reader still needs it beside the file. */
export function checkpoint(db: IndexDatabase): boolean {
  try {
    const [row] = db.raw.pragma('main.wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return row?.busy === 0
  } catch (error) {
    if (isFileTrouble(error)) throw error
    return false
  }
}

/** Forgets which records sessions used before an instant (ms): these count again. The log says it still. */
export function dropSeenBefore(db: IndexDatabase, instant: number): number {
  return Number(db.prepare('DELETE FROM sessions WHERE seen_ms < ?').run(instant).changes)
}
