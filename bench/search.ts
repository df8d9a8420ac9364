/** A warm search against the bare statement with bm25 and a snippet over a table that keeps its text. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ask } from './ask.ts'
import { batchLines, benchProject, inVault } from './corpus.ts'
import type { Sized } from './growth.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

/** Rounds until V8 has compiled what a search runs, as in a server that has been asked for a while. */
const warmUp = 100

export async function compareSearch({ root, records }: Sized, folder: string, rounds: number): Promise<Comparison> {
  const queries = [...batchLines(2 * (warmUp + rounds))].map((line) =>
    (JSON.parse(line) as { title: string }).title.split(' ').slice(0, 2).join(' '),
  )
  const plain = plainTable(root, folder)
  let n = 0
  const next = (): string => queries[n++ % queries.length] ?? ''
  return inVault(root, async (vault) => {
    const cases = [
      {
        name: 'search',
        run: () => ask(vault, next(), { project: benchProject, limit: 10 }),
      },
      {
        name: 'FTS5 statement',
        run: () =>
          plain.all(
            next()
              .split(' ')
              .map((word) => `"${word}"`)
              .join(' OR '),
          ),
      },
    ]
    const timings = await takeTurns(cases, rounds, warmUp)
    return compare(`warm search in ${records} records against the FTS5 statement`, '2', timings)
  })
}

function plainTable(root: string, folder: string) {
  const db = new Database(join(folder, 'plain.sqlite'))
  db.exec("CREATE VIRTUAL TABLE plain USING fts5(id, title, tags, body, tokenize='porter unicode61')")
  const insert = db.prepare('INSERT INTO plain VALUES (?, ?, ?, ?)')
  const source = new Database(join(root, 'memo.sqlite'), { readonly: true })
  db.transaction(() => {
    for (const row of source.prepare('SELECT id, title, fields, body FROM records').iterate() as Iterable<{
      [column: string]: string
    }>) {
      insert.run(row.id, row.title, row.fields, row.body)
    }
  })()
  source.close()
  return db.prepare(
    "SELECT id, title, snippet(plain, 3, '[', ']', '…', 24) FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 10",
  )
}
