/** Folding a log against parsing its lines and filling the same full-text tables with the same texts. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { emptyRecord, evolve } from '../src/events/fold.ts'
import type { StoredEvent } from '../src/events/schema.ts'
import type { IndexDatabase } from '../src/projections/index/database.ts'
import { writeSearchRows } from '../src/projections/index/search-rows.ts'
import { foldedTables } from '../src/projections/index/tables.ts'
import { rebuild } from '../src/vault/upkeep/rebuild.ts'
import { inVault, makeBenchVault } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

export async function compareRebuild(folder: string, count: number): Promise<Comparison> {
  const root = join(folder, 'rebuild')
  await makeBenchVault(root, count)
  const inserts = recordInserts(root)
  const cases = [
    { name: 'rebuild', run: () => inVault(root, (vault) => rebuild(vault, { acceptDeletions: false })) },
    { name: 'JSON.parse + FTS5', run: () => fillPlainly(root, join(folder, 'filled.sqlite'), inserts) },
  ]
  return compare(
    `rebuild of ${count} records against JSON.parse and the same FTS5 inserts`,
    '1.5',
    await takeTurns(cases, 3, 1),
  )
}

interface Insert {
  sql: string
  values: unknown[]
}

/** What memo itself inserts into the full-text tables for these records, passages included; to make the texts is not timed. */
function recordInserts(root: string): Insert[] {
  const inserts: Insert[] = []
  const note = (sql: string) => ({
    run: (...values: unknown[]) => {
      if (/INTO \w+_fts/.test(sql)) inserts.push({ sql, values })
    },
  })
  const states = [...logLines(root)]
    .map((line) => JSON.parse(line) as StoredEvent)
    .filter((event) => event.type === 'record.upserted')
    .map((event) => evolve(emptyRecord(event.data.project, event.data.id), event))
  const records = states.map((state, at) => ({ key: at + 1, state }))
  writeSearchRows({ prepare: note } as unknown as IndexDatabase, records)
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
