/** The passages of long bodies: where they stand, and the full-text rows that find them. */
import { toIndexText } from '../../lib/search-text.ts'
import { toParts } from '../../lib/word-parts.ts'
import { cutPassages } from '../../record/passages.ts'
import type { IndexDatabase } from './database.ts'
import { keepPostings, readKeys, readScored } from './kept-postings.ts'
import { isOnePhrase } from './postings.ts'
import type { passageColumns } from './tables.ts'

/** Bodies up to this length are not cut: two passages say little more than the record's own row does. */
const onePassage = 2400

/**
 * A passage's key in the full-text table is its record's key times this, plus its place: so the table needs no map to
 * records, and no body within reach of the largest limit has so many passages.
 */
const mostPassages = 2 ** 22

/** That key, of a row of `passages`. */
export const passageKeySql = `record * ${mostPassages} + ordinal`

/** The texts of a body's passages, which stand in no table, since they are cut the same way each time; all of it where it is not cut. */
export function passageTexts(body: string): string[] {
  return body.length <= onePassage ? [body] : cutPassages(body).map(({ text }) => text)
}

/** Gives the texts of the passages, as `passageTexts` does. */
export function writePassages(
  db: IndexDatabase,
  { key, title, body }: { key: number; title: string; body: string },
): string[] {
  if (body.length <= onePassage) return [body]
  const passages = cutPassages(body)
  const row = db.prepare('INSERT INTO passages (record, ordinal, line, end_line) VALUES (?, ?, ?, ?)')
  // Multiplied by SQLite, where it stays an integer: a large number from here would arrive as a float.
  const words = db.prepare(
    `INSERT INTO passages_fts (rowid, heading, text, context, parts) VALUES (? * ${mostPassages} + ?, ?, ?, ?, ?)`,
  )
  passages.forEach(({ line, endLine, heading, above, text }, ordinal) => {
    row.run(key, ordinal, line, endLine)
    const context = [...new Set([title, ...above])].filter((each) => each !== heading).join('\n')
    words.run(key, ordinal, ...[heading, text, context].map(toIndexText), toParts(text))
  })
  return passages.map(({ text }) => text)
}

/** @param body as it was when the passages were written */
export function removePassages(db: IndexDatabase, key: number, body: string): void {
  if (body.length <= onePassage) return
  const keys = `SELECT ${passageKeySql} FROM passages WHERE record = ?`
  db.prepare(`DELETE FROM passages_fts WHERE rowid IN (${keys})`).run(key)
  db.prepare('DELETE FROM passages WHERE record = ?').run(key)
}

export function hasPassages(db: IndexDatabase): boolean {
  return db.prepare('SELECT 1 AS found FROM passages LIMIT 1').get() !== undefined
}

type Weights = { readonly [column in (typeof passageColumns)[number]]: number }

/** As `findPostings`, of passages; with each the key of its record. */
export function findPassagePostings(db: IndexDatabase, form: string, weights: Weights) {
  const table = 'passages_fts'
  const found = keepPostings(db, table, form, () =>
    isOnePhrase(form) ? readScored(db, { table, form, weights: Object.values(weights) }) : readKeys(db, table, form),
  )
  return { ...found, records: Array.from(found.keys, (key) => Math.floor(key / mostPassages)) }
}

/** First and last line of each passage in its body. */
export function findPassageLines(db: IndexDatabase, keys: readonly number[]): Map<number, [number, number]> {
  const find = db.prepare('SELECT line, end_line FROM passages WHERE record = ? AND ordinal = ?')
  return new Map(
    keys.flatMap((key) => {
      const row = find.get(Math.floor(key / mostPassages), key % mostPassages)
      return row === undefined ? [] : [[key, [Number(row.line), Number(row.end_line)]] as const]
    }),
  )
}
