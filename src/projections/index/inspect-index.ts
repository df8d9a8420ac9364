/** Looking for damage in the index itself: the file, the full-text tables, and whether every record can be found. */
import { messageOf } from '../../lib/errors.ts'
import { toIndexText } from '../../lib/search-text.ts'
import { type IndexDatabase, isDamage } from './database.ts'
import { passageKeySql } from './passage-rows.ts'

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

/** What each full-text table has an entry for, and the keys that those should have. */
const searchTables = [
  { table: 'records_fts', of: 'record', keys: 'SELECT key FROM records WHERE gone = 0' },
  { table: 'exact_fts', of: 'record', keys: 'SELECT key FROM records WHERE gone = 0' },
  { table: 'passages_fts', of: 'passage', keys: `SELECT ${passageKeySql} FROM passages` },
] as const

export interface SearchMismatch {
  table: (typeof searchTables)[number]['table']
  of: 'record' | 'passage'
  /** How many are there and cannot be found. */
  missing: number
  /** Entries that belong to nothing. */
  orphaned: number
}

/** Compares the entries of each full-text table with what is there to be found. Needs the folded tables. */
export function findSearchMismatches(db: IndexDatabase): SearchMismatch[] {
  const found = searchTables.map(({ table, of, keys }) => {
    const entries = `SELECT id FROM ${table}_docsize`
    return { table, of, missing: countExcept(db, keys, entries), orphaned: countExcept(db, entries, keys) }
  })
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

/** How many keys the one statement gives that the other does not. */
function countExcept(db: IndexDatabase, keys: string, others: string): number {
  return Number(db.prepare(`SELECT count(*) AS count FROM (${keys} EXCEPT ${others})`).get()?.count)
}
