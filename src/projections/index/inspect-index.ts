/** Looking for damage in the index itself: the file, the full-text tables, and whether every record can be found. */
import { messageOf } from '../../lib/errors.ts'
import { toIndexText } from '../../lib/search-text.ts'
import { type IndexDatabase, isDamage } from './database.ts'

/** Pages of damage make thousands of lines, and one is enough to build the index anew. */
const mostLines = 5

/**
 * What SQLite finds wrong with the file, the full-text tables included: their content is not stored, so for them it
 * checks the structure of the inverted index and not the words. `deep` also compares every ordinary index with its table.
 */
export function findFileDamage(db: IndexDatabase, deep: boolean): string[] {
  try {
    const lines = db.raw.pragma(`${deep ? 'integrity_check' : 'quick_check'}(${mostLines})`) as object[]
    return lines.flatMap((line) => Object.values(line).map(String)).filter((line) => line !== 'ok')
  } catch (error) {
    if (isDamage(error)) return [messageOf(error)]
    throw error
  }
}

const searchTables = ['records_fts', 'exact_fts'] as const

export interface SearchMismatch {
  table: (typeof searchTables)[number]
  /** Records that are there and cannot be found. */
  missing: number
  /** Entries that belong to no record. */
  orphaned: number
}

/** Compares the entries of each full-text table with the records that are there. Needs the folded tables. */
export function findSearchMismatches(db: IndexDatabase): SearchMismatch[] {
  const found = searchTables.map((table) => ({
    table,
    missing: count(
      db,
      `SELECT count(*) AS count FROM records r WHERE r.gone = 0
       AND NOT EXISTS (SELECT 1 FROM ${table}_docsize d WHERE d.id = r.key)`,
    ),
    orphaned: count(
      db,
      `SELECT count(*) AS count FROM ${table}_docsize d
       WHERE NOT EXISTS (SELECT 1 FROM records r WHERE r.key = d.id AND r.gone = 0)`,
    ),
  }))
  return found.filter(({ missing, orphaned }) => missing + orphaned > 0)
}

/** Present records whose own id does not lead to them: the structure may be sound and words missing all the same. */
export function countUnfindable(db: IndexDatabase): number {
  const find = db.prepare('SELECT 1 AS found FROM records_fts WHERE records_fts MATCH ? AND rowid = ?')
  let missing = 0
  for (const { key, id } of db.prepare('SELECT key, id FROM records WHERE gone = 0').all()) {
    const phrase = toIndexText(String(id))
    const isWordless = !/[\p{L}\p{N}]/u.test(phrase)
    if (!isWordless && find.get(`id : "${phrase}"`, key) === undefined) missing++
  }
  return missing
}

function count(db: IndexDatabase, sql: string): number {
  return Number(db.prepare(sql).get()?.count)
}
