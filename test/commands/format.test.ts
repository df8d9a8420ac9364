/** `--format` through the program: what a script gets, and what it is told besides. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'

const folder = makeSharedTempDir()
let vault: CliVault
const place = ['--project', 'acme']

beforeAll(async () => {
  vault = await makeCliVault(folder)
  const records = [
    {
      id: 'herd',
      kind: 'trap',
      title: '=Retries stampede',
      body: 'Without jitter all retries come at once.',
      tags: ['b', 'a'],
    },
    { id: 'redis', kind: 'decision', title: 'Use Redis', body: 'The queue lives in Redis.' },
    { id: 'sqlite', kind: 'decision', title: 'Use SQLite', body: 'The queue lives in SQLite.', supersedes: 'redis' },
  ]
  await vault.ask(['upsert', '--batch', '-', ...place], { stdin: toLines(records) })
})

test('a search for scripts: names that memo get takes, files that cat takes', async () => {
  const ids = await vault.memo(['search', 'jitter', '--format', 'ids', ...place])
  expect(ids).toMatchObject({ status: 0, stdout: 'acme/herd\n', stderr: '' })
  expect(await vault.ask(['get', ids.stdout.trim()])).toMatchObject({ records: [{ id: 'herd' }] })
  const paths = await vault.memo(['search', 'jitter', '--format', 'paths', ...place])
  expect(readFileSync(paths.stdout.trim(), 'utf8')).toContain('Without jitter')
  const csv = await vault.memo(['search', 'jitter', '--format', 'csv', ...place])
  expect(parse(csv.stdout, { columns: true })).toMatchObject([
    { id: 'herd', title: "'=Retries stampede", tags: 'a; b' },
  ])
})

test('nothing found is told on standard error, with status 0', async () => {
  const none = await vault.memo(['search', 'redis', '--format', 'jsonl', ...place])
  expect(none).toMatchObject({ status: 0, stdout: '' })
  expect(none.stderr).toContain('Nothing found (superseded)')
  expect(none.stderr).toContain('acme/redis  Use Redis  → sqlite')
  const csv = await vault.memo(['list', '--kind', 'plan', '--format', 'csv', ...place])
  expect(csv.stdout).toMatch(/^projectId,id,[^\n]+\n$/)
  expect(csv.stderr).toContain('No record is in this scope')
})

test('a list that is cut says so, and json is --json', async () => {
  const cut = await vault.memo(['list', '--limit', '1', '--format', 'ids', ...place])
  expect(cut).toMatchObject({
    stdout: expect.stringMatching(/^acme.(herd|sqlite)\n$/),
    stderr: 'Note: 1 more; raise --limit, or use --offset.\n',
  })
  const [format, flag] = await Promise.all([
    vault.memo(['list', '--format=json', ...place]),
    vault.memo(['list', '--json', ...place]),
  ])
  expect(format.stdout).toBe(flag.stdout)
})

test('what does not go together is refused', async () => {
  const explained = await vault.memo(['search', 'jitter', '--format', 'md', '--explain', ...place])
  expect(explained).toMatchObject({ status: 2, stderr: expect.stringContaining('--explain does not go with') })
  const failed = await vault.memo(['search', 'jitter', '--format', 'json', '--project', 'unheard'])
  expect(failed).toMatchObject({ status: 1, stderr: '' })
  expect(failed.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
})
