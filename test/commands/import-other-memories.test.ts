import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { claudeMemSql, makeDatabase } from '../support/sql-fixture.ts'

const fixtures = fileURLToPath(new URL('../fixtures/import/', import.meta.url))

/** Every file of the log, byte by byte. */
function logOf({ root }: CliVault): string {
  const files = readdirSync(join(root, 'events'), { recursive: true, encoding: 'utf8' }).sort()
  return files
    .flatMap((file) => (file.endsWith('.jsonl') ? readFileSync(join(root, 'events', file), 'utf8') : []))
    .join('')
}

/** Looks first, then imports twice: looking writes nothing, and neither does the second time. */
async function importTwice(vault: CliVault, args: readonly string[], status = 0) {
  const run = async (...more: string[]) => {
    const result = await vault.memo(['import', ...args, ...more, '--json'])
    expect(result.status).toBe(status)
    return result.json() as { created: number; unchanged: number; items: number; results: object[] }
  }
  const empty = logOf(vault)
  const looked = await run('--dry-run')
  expect(logOf(vault)).toBe(empty)
  const first = await run()
  expect({ ...first, dryRun: true }).toEqual(looked)
  const written = logOf(vault)
  const second = await run()
  expect(second).toMatchObject({ items: first.items, created: 0, changed: 0, unchanged: first.created, results: [] })
  expect(logOf(vault)).toBe(written)
  return first
}

async function getRecord({ ask }: CliVault, id: string, project: string): Promise<unknown> {
  return ((await ask(['get', id, '--project', project])).records as unknown[])[0]
}

test('claude-mem: its projects, dates, sessions and the prompts that things came of', async () => {
  const vault = await makeCliVault()
  mkdirSync(join(vault.cwd, '.claude-mem'))
  makeDatabase(join(vault.cwd, '.claude-mem/claude-mem.db'), claudeMemSql)
  expect(await importTwice(vault, ['claude-mem', '.claude-mem'])).toMatchObject({
    created: 12,
    rejected: [],
    dangling: 0,
  })
  expect(await getRecord(vault, 'observation-3', 'harbor')).toMatchObject({
    ...{ kind: 'decision', title: 'Lease times come from the database', created: '2031-03-04T09:25:00.000Z' },
    ...{ tags: ['trade-off', 'why-it-exists'], pathPatterns: ['internal/lease/lease.go'], source: 'claude-mem' },
    links: [{ type: 'prompted-by', target: 'prompt-2' }],
    claudeMem: { session: '0f3c-first', sessionTitle: 'Vanishing jobs' },
  })
  expect(await getRecord(vault, 'observation-6', 'anchor')).toMatchObject({ kind: 'trap', severity: 'high' })
})

test('mcp-memory: entities and relations, and the link to what is not there is counted', async () => {
  const vault = await makeCliVault()
  cpSync(join(fixtures, 'mcp-memory'), vault.cwd, { recursive: true })
  const report = await importTwice(vault, ['mcp-memory', 'memory.jsonl', '--project', 'graph', '--map', 'kunde=person'])
  expect(report).toMatchObject({ created: 6, rejected: [], dangling: 1 })
  expect(await getRecord(vault, 'harbor', 'graph')).toMatchObject({
    kind: 'fact',
    links: [
      { type: 'decided by', target: 'keep-jobs-in-postgres' },
      { type: 'depends_on', target: 'never created' },
    ],
  })
  const { records } = await vault.ask(['list', '--kind', 'person', '--project', 'graph'])
  expect(records).toMatchObject([{ title: 'Großes Öl 🛢' }, { title: 'Mara Lindt' }])
})

test('basic-memory: all projects of its settings, links across them, and what cannot be taken in', async () => {
  const vault = await makeCliVault()
  cpSync(join(fixtures, 'basic-memory'), vault.cwd, { recursive: true })
  const settings = join(vault.cwd, 'settings/config.json')
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('NOTES', join(vault.cwd, 'notes')))
  expect(await importTwice(vault, ['basic-memory', 'settings'], 1)).toMatchObject({
    created: 7,
    rejected: [{ origin: 'main/broken.md' }, { origin: 'gone' }],
    skipped: [{ origin: 'main/picture.svg' }, { origin: 'away' }],
  })
  expect(await getRecord(vault, 'decisions-use-one-queue', 'main')).toMatchObject({
    ...{ kind: 'decision', created: '2031-02-03T10:00:00+00:00', updated: '2031-02-05T08:30:00+00:00' },
    ...{ permalink: 'decisions/use-one-queue', owner: 'Mara' },
    links: [
      { type: 'replaces', target: 'decisions-two-queues' },
      { type: 'is part of', target: 'main-harbor' },
      { type: 'relates_to', target: 'boat/engine-log' },
    ],
    body: expect.stringContaining('- relates_to [[boat/engine-log|boat::Engine Log]]'),
  })
})
