/**
 * `npm run bench`: the bars of the product as ratios in one run. `--large N` sets the size of the large vault (default
 * 100000); results go to bench/results/ and to the terminal.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { beginAppend } from '../src/events/append.ts'
import { fileSegments } from '../src/events/file-segments.ts'
import type { EventDraft } from '../src/events/schema.ts'
import { zeroUlid } from '../src/events/ulid.ts'
import { systemPorts } from '../src/lib/ports.ts'
import { recordHits } from '../src/vault/hits.ts'
import { rebuild } from '../src/vault/rebuild.ts'
import { toRecordDraft } from '../src/vault/record-draft.ts'
import { upsertRecord } from '../src/vault/upsert.ts'
import { ask } from './ask.ts'
import { compareCommit } from './commit.ts'
import { batchLines, benchProject, inVault, makeBenchVault } from './corpus.ts'
import { describeHostile, type Hostile, measureHostile } from './hostile.ts'
import { compareMcp } from './mcp.ts'
import { type Comparison, compare, describe, takeTurns } from './measure.ts'
import { compareScan } from './scan.ts'
import { compareQuietSync } from './sync.ts'

const { values } = parseArgs({
  options: { large: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '40' } },
})
const large = Number(values.large)
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'memo-bench-'))
const small = 100

try {
  const results = await measureAll()
  for (const result of results) process.stdout.write(`${describe(result)}\n`)
  const hostile = await measureHostile(join(folder, 'hostile'))
  process.stdout.write(`${describeHostile(hostile)}\n`)
  save(results, hostile)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureAll(): Promise<Comparison[]> {
  const roots = { small: join(folder, 'small'), large: join(folder, 'large') }
  await makeBenchVault(roots.small, small)
  const start = performance.now()
  await makeBenchVault(roots.large, large)
  const seconds = (performance.now() - start) / 1000
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(`batch: ${large} records in ${seconds.toFixed(1)} s, at most ${memory} MB of memory\n`)
  return [
    await compareWrites('a new record', roots, (root, n) => writeNew(root, n)),
    await compareWrites('an edit', roots, (root, n) => writeEdit(root, n)),
    await compareWrites('a counted read', roots, (root) => countHit(root)),
    await compareOpening(roots),
    await compareAppend(),
    await compareSearch(roots.large),
    ...(await compareMcp(roots.large, large, rounds)),
    await compareRebuild(),
    await compareCommit(join(folder, 'commit')),
    ...(await compareScan(roots.large, large)),
    await compareQuietSync(roots.large, folder),
  ]
}

type Roots = { small: string; large: string }

/** A single write must cost the same in a vault of any size. */
async function compareWrites(
  what: string,
  roots: Roots,
  run: (root: string, n: number) => Promise<unknown>,
): Promise<Comparison> {
  let n = 0
  const cases = [
    { name: `${large} records`, run: () => run(roots.large, n++) },
    { name: `${small} records`, run: () => run(roots.small, n++) },
  ]
  return compare(`${what}, large vault against small`, '1', await takeTurns(cases, rounds))
}

function writeNew(root: string, n: number): Promise<unknown> {
  return inVault(root, (vault) => {
    const draft = toRecordDraft(
      undefined,
      { kind: 'trap', title: `fresh trap ${n}`, body: `a trap of its own, number ${n}` },
      vault.config.limits,
    )
    return upsertRecord(vault, draft, { project: benchProject, cwd: root })
  })
}

function writeEdit(root: string, n: number): Promise<unknown> {
  return inVault(root, (vault) => {
    const draft = toRecordDraft(
      'edited',
      { kind: 'trap', title: 'Edited', body: `another text, number ${n}` },
      vault.config.limits,
    )
    return upsertRecord(vault, draft, { project: benchProject, cwd: root })
  })
}

function countHit(root: string): Promise<unknown> {
  return inVault(root, (vault) =>
    recordHits(vault, {
      records: [{ project: benchProject, id: 'edited', kind: 'trap' }],
      via: 'get',
      session: undefined,
      query: undefined,
    }),
  )
}

async function compareOpening(roots: Roots): Promise<Comparison> {
  const open = (root: string) => () => inVault(root, async (vault) => vault.log.hasNews(new Map()))
  const cases = [
    { name: `${large} records`, run: open(roots.large) },
    { name: `${small} records`, run: open(roots.small) },
  ]
  return compare('opening with nothing new, large against small', '1', await takeTurns(cases, rounds))
}

/** One event appended against the same bytes written and synced. */
async function compareAppend(): Promise<Comparison> {
  const segments = fileSegments(join(folder, 'append'), join(folder, 'quarantine'))
  const draft: EventDraft = {
    actor: 'cli',
    type: 'record.hit',
    data: { project: benchProject, id: 'some-record', via: 'get' },
  }
  let bytes = 0
  const append = (): void => {
    const appender = beginAppend({ segments, ports: systemPorts, writer: 'bench', floor: zeroUlid })
    const [line] = appender.stage([draft])
    bytes = JSON.stringify(line?.event).length + 1
    appender.commit()
  }
  append()
  const line = Buffer.alloc(bytes, 0x61)
  const floor = (): void => {
    const fd = openSync(join(folder, 'floor.jsonl'), 'a')
    writeSync(fd, line)
    fsyncSync(fd)
    closeSync(fd)
  }
  return compare(
    'append of one event against write and fsync',
    '1.5',
    await takeTurns(
      [
        { name: 'append', run: append },
        { name: 'write + fsync', run: floor },
      ],
      rounds * 5,
    ),
  )
}

/** A warm search against the bare statement with bm25 and a snippet over a table that keeps its text. */
async function compareSearch(root: string): Promise<Comparison> {
  const queries = [...batchLines(200)].map((line) =>
    (JSON.parse(line) as { title: string }).title.split(' ').slice(0, 2).join(' '),
  )
  const plain = plainTable(root)
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
    return compare(`warm search in ${large} records against the FTS5 statement`, '2', await takeTurns(cases, rounds))
  })
}

function plainTable(root: string) {
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

/** Folding a log against parsing its lines and filling the same full-text tables. */
async function compareRebuild(): Promise<Comparison> {
  const root = join(folder, 'rebuild')
  const count = Math.min(large, 10_000)
  await makeBenchVault(root, count)
  const cases = [
    { name: 'rebuild', run: () => inVault(root, (vault) => rebuild(vault, { acceptDeletions: false })) },
    { name: 'JSON.parse + FTS5', run: () => fillPlainly(root) },
  ]
  return compare(
    `rebuild of ${count} records against JSON.parse and the same FTS5 inserts`,
    '1.5',
    await takeTurns(cases, 3, 1),
  )
}

function fillPlainly(root: string): void {
  const path = join(folder, 'filled.sqlite')
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

function save(results: readonly Comparison[], hostile: Hostile): void {
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(
    new URL('results/bars.json', import.meta.url),
    `${JSON.stringify({ machine, large, rounds, results, hostile }, undefined, 2)}\n`,
  )
}
