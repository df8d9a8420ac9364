/**
 * The database of claude-mem: prompts, observations and summaries of sessions become records. Older versions lack columns
 * and whole tables; what is there is read. Tables that hold no memory are told and left.
 */
import { basename } from 'node:path'
import { findErrno, MemoError, messageOf } from '../../../lib/errors.ts'
import { sha256 } from '../../../lib/hash.ts'
import { openForeign } from '../../../projections/index/foreign-database.ts'
import {
  countForeignRows,
  type ForeignTable,
  findForeignTables,
  readForeignRows,
} from '../../../projections/index/foreign-rows.ts'
import type { SqliteDatabase } from '../../../projections/index/sqlite.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { type ClaudeMemRow, toClaudeMemRecord, type Word } from './claude-mem-record.ts'
import { promptName, sessionFinder } from './claude-mem-session.ts'
import { findSourceFile } from './source-file.ts'

export const claudeMem: ImportSource = {
  name: 'claude-mem',
  summary: 'The observations, session summaries and prompts of claude-mem.',
  path: 'its claude-mem.db, or the folder of it (~/.claude-mem)',
  *read(paths, options) {
    for (const path of paths) yield* readDatabase(findSourceFile(path, options.cwd, ['claude-mem.db']).path, options)
  },
}

/** Prompts come first: the others link to them. */
const tablesTaken: readonly (readonly [table: string, word: Word])[] = [
  ['user_prompts', 'prompt'],
  ['observations', 'observation'],
  ['session_summaries', 'summary'],
]

interface Database {
  file: string
  db: SqliteDatabase
  tables: Map<string, ForeignTable>
}

function* readDatabase(path: string, options: ReadOptions): Generator<ImportItem> {
  const { db, close } = openForeign(path)
  try {
    const database = { file: basename(path), db, tables: findForeignTables(db) }
    if (!tablesTaken.some(([name]) => database.tables.has(name))) {
      throw new MemoError('REFUSED', `${path} is no database of claude-mem: it has no observations`)
    }
    yield* tellLeft(database)
    yield* readTables(database, options)
  } catch (cause) {
    throw cause instanceof MemoError ? cause : toDamage(path, cause)
  } finally {
    close()
  }
}

function toDamage(path: string, cause: unknown): unknown {
  if (findErrno(cause)?.startsWith('SQLITE_') !== true) return cause
  return new MemoError('REFUSED', `${path} is damaged: ${messageOf(cause)}`, { cause })
}

/** Bookkeeping of the program, of which nobody misses anything, and what is read together with something else. */
const bookkeeping = /^(?:sdk_sessions|schema_versions|sync_.*|telegram_.*|.*_fts.*)$/

function* tellLeft({ db, file, tables }: Database): Generator<ImportItem> {
  const taken = new Set(tablesTaken.map(([name]) => name))
  for (const table of tables.values()) {
    if (taken.has(table.name) || bookkeeping.test(table.name)) continue
    const count = countForeignRows(db, table)
    if (count > 0) yield { origin: `${file}#${table.name}`, skipped: `${count} rows of a table that is not taken in` }
  }
}

/** What claude-mem notes down of its own sessions, and hides from its users. */
const ownProject = 'observer-sessions'

function* readTables({ db, file, tables }: Database, options: ReadOptions): Generator<ImportItem> {
  const findSession = sessionFinder(db, tables)
  const prompts = new Set<string>()
  for (const [name, word] of tablesTaken) {
    const table = tables.get(name)
    if (table === undefined) continue
    for (const read of readForeignRows(db, table, 2 * options.bodyBytes)) {
      const at = [`${file}#${name}`, read.id].filter((part) => part !== '').join('/')
      if ('problem' in read) yield { origin: at, problem: read.problem }
      else yield toItem({ at, word, prompts }, { ...read, session: findSession(read.row) }, options)
    }
  }
}

interface Place {
  /** Where it stands in this database. */
  at: string
  word: Word
  /** Names of the prompts that came by. */
  prompts: Set<string>
}

function toItem({ at, word, prompts }: Place, read: ClaudeMemRow, options: ReadOptions): ImportItem {
  const { row, session, id } = read
  if ((row.merged_into_project ?? row.project ?? session.project) === ownProject) {
    return { origin: at, skipped: 'it is of a session of claude-mem itself' }
  }
  const prompt = promptName(session, row.prompt_number)
  if (word === 'prompt') prompts.add(prompt)
  // A number is one of this database; with the session it names the row among those of all machines.
  const origin = `claude-mem#${session.id}/${word}-${row.origin_local_id ?? id}`
  const links = word !== 'prompt' && prompts.has(prompt) ? [{ type: 'prompted-by', target: prompt }] : []
  const stamp = sha256(JSON.stringify([read, links]))
  if (options.isKnown(origin, stamp)) return { origin, stamp, known: true }
  const record = toClaudeMemRecord(word, read, options.kind)
  if (record === undefined) return { origin: at, problem: 'it holds no text' }
  return {
    ...{ origin, stamp, type: row.type ?? word },
    ...(word === 'prompt' && { names: [prompt] }),
    record: { ...record, ...(links.length > 0 && { links }) },
  }
}
