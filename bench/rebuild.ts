/** Folding a log against parsing its lines and filling the same full-text tables. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { rebuild } from '../src/vault/rebuild.ts'
import { inVault, makeBenchVault } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

export async function compareRebuild(folder: string, count: number): Promise<Comparison> {
  const root = join(folder, 'rebuild')
  await makeBenchVault(root, count)
  const cases = [
    { name: 'rebuild', run: () => inVault(root, (vault) => rebuild(vault, { acceptDeletions: false })) },
    { name: 'JSON.parse + FTS5', run: () => fillPlainly(root, join(folder, 'filled.sqlite')) },
  ]
  return compare(
    `rebuild of ${count} records against JSON.parse and the same FTS5 inserts`,
    '1.5',
    await takeTurns(cases, 3, 1),
  )
}

function fillPlainly(root: string, path: string): void {
  rmSync(path, { force: true })
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.exec(`CREATE VIRTUAL TABLE words USING fts5(id, title, tags, body, content='', contentless_delete=1, tokenize="porter unicode61");
    CREATE VIRTUAL TABLE exact USING fts5(idents, content='', contentless_delete=1)`)
  const words = db.prepare('INSERT INTO words (rowid, id, title, tags, body) VALUES (?, ?, ?, ?, ?)')
  const idents = db.prepare('INSERT INTO exact (rowid, idents) VALUES (?, ?)')
  let key = 0
  db.transaction(() => {
    for (const line of logLines(root)) {
      const { type, data } = JSON.parse(line) as {
        type: string
        data: { id: string; set: { [field: string]: string } }
      }
      if (type !== 'record.upserted') continue
      words.run(++key, data.id, data.set.title, String(data.set.tags), data.set.body)
      idents.run(key, `${data.id} ${data.set.title}`)
    }
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
