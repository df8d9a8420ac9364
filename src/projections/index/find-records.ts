/** Finding records by what a person types: an id, the start of one, a path, a title. */
import type { RecordState } from '../../events/fold.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase } from './database.ts'
import { findMoved } from './moved-rows.ts'
import { toState } from './record-rows.ts'

/** Present records with exactly this id, in one project or in all. */
export function findById(db: IndexDatabase, id: string, project?: string): RecordState[] {
  const inProject = project === undefined ? '' : ' AND project = ?'
  const statement = db.prepare(`SELECT * FROM records WHERE id = ? AND gone = 0${inProject} ORDER BY project LIMIT 20`)
  const rows = project === undefined ? statement.all(id) : statement.all(id, project)
  return rows.map((row) => toState(db, row))
}

/** Present records whose id starts with the text. The text is an id's beginning, so `_` and `.` are literal. */
export function findByPrefix(db: IndexDatabase, prefix: string, project: string): RecordState[] {
  const end = `${prefix}\u{10ffff}`
  const rows = db
    .prepare('SELECT * FROM records WHERE project = ? AND id >= ? AND id < ? AND gone = 0 ORDER BY id LIMIT 20')
    .all(project, prefix, end)
  return rows.map((row) => toState(db, row))
}

/** Present records of a project with exactly this title. */
export function findByTitle(db: IndexDatabase, title: string, project: string): RecordState[] {
  const sql = 'SELECT * FROM records INDEXED BY records_by_title WHERE project = ? AND title = ? AND gone = 0 LIMIT 20'
  const states = db
    .prepare(sql)
    .all(project, title)
    .map((row) => toState(db, row))
  return states.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** A word that stands in more records than this says nothing of which one is meant, and costs time to look through. */
const commonWord = 60
const usedWords = 3
/** When every word is common: records that hold all of these. */
const fallbackWords = 4

/**
 * Active traps of a project that share telling words with a text: the candidates of a recurrence. The cost is bounded
 * whatever the size of the vault: common words are found out by a bounded look and left aside.
 * @param words the text's words, the most telling first
 */
export function findTrapsLike(
  db: IndexDatabase,
  words: readonly string[],
  project: string,
  limit: number,
): RecordState[] {
  const quoted = words.map((word) => `"${word.replaceAll('"', '')}"`)
  const rare = firstRare(db, quoted)
  const match = rare.length > 0 ? rare.join(' OR ') : quoted.slice(0, fallbackWords).join(' AND ')
  if (match === '') return []
  const rows = db
    .prepare(
      `SELECT r.* FROM (
         SELECT rowid AS key, bm25(records_fts) AS distance FROM records_fts WHERE records_fts MATCH ? LIMIT ?
       ) found CROSS JOIN records r ON r.key = found.key
       WHERE r.project = ? AND r.gone = 0 AND r.kind = 'trap' AND r.status = 'active'
       ORDER BY found.distance, r.id LIMIT ?`,
    )
    .all(match, usedWords * commonWord, project, limit)
  return rows.map((row) => toState(db, row))
}

function firstRare(db: IndexDatabase, words: readonly string[]): string[] {
  const rare: string[] = []
  for (const word of words) {
    if (isRare(db, word)) rare.push(word)
    if (rare.length === usedWords) break
  }
  return rare
}

function isRare(db: IndexDatabase, word: string): boolean {
  const sql = 'SELECT count(*) AS count FROM (SELECT 1 FROM records_fts WHERE records_fts MATCH ? LIMIT ?)'
  const count = Number(db.prepare(sql).get(word, commonWord + 1)?.count)
  return count > 0 && count <= commonWord
}

/** Every record that was forgotten and not written again; one that was moved is not forgotten while it is elsewhere. */
export function findForgotten(db: IndexDatabase): RecordKey[] {
  const sql = `SELECT project, id, json_extract(fields, '$.movedTo') IS NOT NULL AS moved FROM records
    WHERE gone = 1 AND json_extract(tally, '$.gone')`
  return db
    .prepare(sql)
    .all()
    .map(({ project, id, moved }) => ({ project: String(project), id: String(id), isMoved: moved === 1 }))
    .filter(({ isMoved, ...key }) => !isMoved || findMoved(db, key) === undefined)
    .map(({ project, id }) => ({ project, id }))
}

/** When the session last counted a use of the record (ms), if it ever did. */
export function findSeen(db: IndexDatabase, session: string, project: string, id: string): number | undefined {
  const sql = 'SELECT seen_ms FROM sessions WHERE session = ? AND project = ? AND id = ?'
  const row = db.prepare(sql).get(session, project, id)
  return row === undefined ? undefined : Number(row.seen_ms)
}

/** Whether a record that is there says the text, as it stands in its body or in JSON of its other fields. */
export function isSaidByRecord(db: IndexDatabase, text: string): boolean {
  const sql = `SELECT 1 AS found FROM records
    WHERE gone = 0 AND (instr(body, ?) > 0 OR instr(json_quote(title), ?) > 0 OR instr(fields, ?) > 0) LIMIT 1`
  return db.prepare(sql).get(text, text, text) !== undefined
}
