/** Ctrl-C and SIGTERM in the middle of long work: it ends at a consistent point, says so, and can be gone on with. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { startMemo } from '../support/start-memo.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'
import { runInTerminal } from '../support/terminal.ts'
import { until } from '../support/until.ts'

const hasPty = spawnSync('script', ['--version']).status === 0
const acme = ['--project', 'acme']

const folder = makeSharedTempDir()
/** 50 MB of log, so that a rebuild has several parts: its line is seen, and a key pressed, before the last of them. */
const events = 12_000
const prose = 'All retries come back at once. '.repeat(130)
let large: CliVault

function toRecords(count: number) {
  return Array.from({ length: count }, (_, n) => ({ id: `n${n}`, kind: 'note', body: `Note number ${n}.` }))
}

beforeAll(async () => {
  large = await makeCliVault(folder)
  await large.ask(['config', 'set', 'git.commit', 'off'])
  const lines = Array.from({ length: events }, (_, n) => ({
    id: `n${n % 20}`,
    kind: 'note',
    body: `${prose}Note in form ${n}.`,
  }))
  await large.ask(['upsert', '--batch', '-', ...acme], { stdin: toLines(lines) })
}, 120_000)

test.each([
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'told to end'],
] as const)('a batch that waits for more lines ends at %s with %i', async (name, status, said) => {
  const vault = await makeCliVault()
  const batch = toLines(toRecords(1200))
  const { child, ended } = startMemo(vault, ['upsert', '--batch', '-', ...acme], 'pipe')
  child.stdin?.write(batch)
  await until(() => countEvents(vault) >= 1000)
  child.kill(name)
  const { stderr, ...end } = await ended
  expect(end).toMatchObject({ status, stdout: '' })
  // Where it takes long, it has also told how far it is.
  expect(stderr.slice(stderr.indexOf('Error'))).toBe(
    `Error: ${said} after 1000 records\nHint: these are written; run it again to go on: what is written already changes nothing\n`,
  )
  await expectHealthy(vault)
  const again = await vault.ask(['upsert', '--batch', '-', ...acme], { stdin: batch })
  expect(again).toMatchObject({ accepted: 200, unchanged: 1000, rejected: [] })
})

test('an import ends between two parts, and goes on where it was', async () => {
  const vault = await makeCliVault()
  mkdirSync(join(vault.cwd, 'notes'))
  for (let n = 0; n < 1500; n++) writeFileSync(join(vault.cwd, 'notes', `n${n}.md`), `# Note ${n}\n\nText of it.\n`)
  const { child, ended } = startMemo(vault, ['import', 'markdown', 'notes', '--json', ...acme])
  await until(() => countEvents(vault) >= 500)
  child.kill('SIGINT')
  const { status, stdout, stderr } = await ended
  expect({ status, stderr }).toEqual({ status: 130, stderr: '' })
  const { error } = JSON.parse(stdout)
  expect(error).toMatchObject({
    code: 'INTERRUPTED',
    message: expect.stringMatching(/^interrupted after \d+00 items$/),
  })
  await expectHealthy(vault)
  const done = Number(error.message.match(/\d+/)[0])
  const again = await vault.ask(['import', 'markdown', 'notes', ...acme])
  expect(again).toMatchObject({ items: 1500, created: 1500 - done, unchanged: done, rejected: [] })
}, 120_000)

test('a rebuild ends between two parts; whatever comes next folds the rest', async () => {
  const index = join(large.root, 'memo.sqlite')
  const { child, ended } = startMemo(large, ['rebuild'])
  await until(() => (statSync(`${index}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({
    status: 130,
    stderr: expect.stringMatching(/Error: interrupted.*\nHint: the log is whole; run "memo rebuild" again/),
  })
  const newest = { id: 'n19', body: `${prose}Note in form ${events - 1}.` }
  expect(await large.ask(['get', 'n19', ...acme])).toMatchObject({ records: [newest] })
  expect(await large.ask(['rebuild'])).toMatchObject({ indexed: 20, files: 20, pending: 0 })
  await expectHealthy(large)
}, 120_000)

test.runIf(hasPty)(
  'a rebuild on a terminal draws how far it is, and Ctrl-C ends it',
  async () => {
    const { status, screen } = await runInTerminal({
      args: ['rebuild', '--vault', large.root],
      cwd: large.cwd,
      env: { CI: '' },
      steps: [{ after: /\[#*-*\] +\d+ % {2}\d+ events {2}\d+\/s {2}\d+ s left/, keys: '\x03' }],
    })
    expect({ status, screen }).toMatchObject({
      status: 130,
      screen: expect.stringMatching(/Error: interrupted after \d+ events/),
    })
    expect(await large.ask(['list', ...acme])).toMatchObject({ records: expect.toSatisfy((all) => all.length === 20) })
    await expectHealthy(large)
  },
  120_000,
)

function countEvents({ root }: CliVault): number {
  const files = globSync('events/*/*.jsonl', { cwd: root })
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('')
  return text.match(/"type":"record.upserted"/g)?.length ?? 0
}

async function expectHealthy(vault: CliVault): Promise<void> {
  expect(await vault.ask(['doctor', '--deep'])).toMatchObject({ healthy: true })
}
