/** Folding a log against parsing its lines and filling the same full-text tables with the same texts. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { foldRecords, type RecordState } from '../src/events/fold.ts'
import type { StoredEvent } from '../src/events/schema.ts'
import type { IndexDatabase } from '../src/projections/index/database.ts'
import { writeSearchRows } from '../src/projections/index/search-rows.ts'
import { foldedTables } from '../src/projections/index/tables.ts'
import { rebuild } from '../src/vault/upkeep/rebuild.ts'
import { inVault, makeBenchVault } from './corpus.ts'
import { addHistory } from './history.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

/** Events of each record in a vault that has been in use for a while. */
const eventsEach = 10

/** As they were imported, and then with a history of uses, edits and ratings. */
export async function compareRebuild(folder: string, count: number): Promise<Comparison[]> {
  const root = join(folder, 'rebuild')
  await makeBenchVault(root, count)
  const filled = join(folder, 'filled.sqlite')
  const created = await compareFold(root, filled, { what: `${count} records`, rounds: 3 })
  const ids = states(root).map(({ id }) => id)
  await addHistory(root, ids, count * (eventsEach - 1))
  const what = `${count * eventsEach} events of ${count} records`
  return [created, await compareFold(root, filled, { what, rounds: 2 })]
}

interface Fold {
  what: string
  rounds: number
}

async function compareFold(root: string, filled: string, { what, rounds }: Fold): Promise<Comparison> {
  const inserts = recordInserts(states(root))
  const cases = [
    { name: 'rebuild', run: () => inVault(root, (vault) => rebuild(vault, { acceptDeletions: false })) },
    { name: 'JSON.parse + FTS5', run: () => fillPlainly(root, filled, inserts) },
  ]
  // The first one writes the files of what the history has changed.
  const timings = await takeTurns(cases, rounds, 1)
  return compare(`rebuild of ${what} against JSON.parse and the same FTS5 inserts`, '1.5', timings)
}

/** Of each record what its last events have made of it, in the order of the first ones. */
function states(root: string): RecordState[] {
  return [...foldRecords([...logLines(root)].map((line) => JSON.parse(line) as StoredEvent)).values()]
}

interface Insert {
  sql: string
  values: unknown[]
}

/** What memo itself inserts into the full-text tables for these records, passages included; to make the texts is not timed. */
function recordInserts(records: readonly RecordState[]): Insert[] {
  const inserts: Insert[] = []
  const note = (sql: string) => ({
    run: (...values: unknown[]) => {
      if (/INTO \w+_fts/.test(sql)) inserts.push({ sql, values })
    },
  })
  const keyed = records.map((state, at) => ({ key: at + 1, state }))
  writeSearchRows({ prepare: note } as unknown as IndexDatabase, keyed)
  return inserts
}

function fillPlainly(root: string, path: string, inserts: readonly Insert[]): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec(foldedTables)
  const statements = new Map([...new Set(inserts.map(({ sql }) => sql))].map((sql) => [sql, db.prepare(sql)]))
  db.transaction(() => {
    for (const line of logLines(root)) JSON.parse(line)
    for (const { sql, values } of inserts) statements.get(sql)?.run(...values)
  })()
  db.close()
}

function* logLines(root: string): Generator<string> {
  for (const writer of readdirSync(join(root, 'events'))) {
    for (const segment of readdirSync(join(root, 'events', writer)).sort()) {
      for (const line of readFileSync(join(root, 'events', writer, segment), 'utf8').split('\n'))
        if (line !== '') yield line
    }
  }
}
