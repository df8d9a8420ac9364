/** One row for each exit status and what leads there; the same with and without `--json`. */
import { appendFileSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { letters } from '../support/made-up-secrets.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'

const folder = makeSharedTempDir()
let vault: CliVault
let damaged: CliVault

beforeAll(async () => {
  vault = await makeCliVault(folder)
  const records = ['ab1', 'ab2', 'other'].map((id) => ({ id, kind: 'note', project: 'acme', body: `Text of ${id}.` }))
  await vault.ask(['upsert', '--batch', '-'], { stdin: toLines(records) })
  const second = join(folder, 'second')
  mkdirSync(second)
  damaged = await makeCliVault(second)
  await damaged.ask(['upsert', '--kind', 'note', '--id', 'n', '--body', 'Text.', '--project', 'acme'])
  const [log = ''] = globSync('events/*/*.jsonl', { cwd: damaged.root })
  appendFileSync(join(damaged.root, log), 'no event\n{"v":1}\n')
})

const acme = ['--project', 'acme']

test.each<[what: string, status: number, code: string | undefined, args: string[]]>([
  ['done', 0, undefined, ['get', 'other', ...acme]],
  ['nothing found', 0, undefined, ['search', 'unheard', ...acme]],
  ['nothing to list', 0, undefined, ['list', ...acme, '--kind', 'trap']],
  ['no such record', 1, 'NOT_FOUND', ['history', 'nope', ...acme]],
  ['B156 no such record to forget', 1, 'NOT_FOUND', ['forget', 'nope', ...acme]],
  ['B156 neither a title nor a text', 2, 'USAGE', ['add', ...acme]],
  ['B159 a beginning of two', 1, 'AMBIGUOUS', ['forget', 'ab', ...acme]],
  ['refused', 1, 'REFUSED', ['upsert', '--kind', 'trap', '--id', 'other', '--body', 'x', ...acme]],
  [
    'a secret',
    1,
    'SECRET',
    ['upsert', '--kind', 'note', '--body', `key AKIA${letters(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`, ...acme],
  ],
  ['no vault', 1, 'NOT_A_VAULT', ['verify', '--vault', '/nonexistent/vault']],
  ['no such file', 1, 'IO', ['restore', 'no/such/file', '--verify']],
  ['nothing configured', 1, 'UNSUPPORTED', ['backfill']],
  ['an unknown flag', 2, 'USAGE', ['rank', '--fast']],
  ['an unknown command', 2, 'USAGE', ['rankle']],
])('%s ends with %i', async (_, status, code, args) => {
  await expectEnd(vault, status, code, args)
})

test.each([
  [3, 'INTEGRITY', ['rebuild']],
  [3, undefined, ['verify']],
  [3, undefined, ['doctor']],
] as const)('a damaged log ends with %i, %s by memo %s', async (status, code, args) => {
  await expectEnd(damaged, status, code, args)
})

async function expectEnd({ memo }: CliVault, status: number, code: string | undefined, args: readonly string[]) {
  const [human, machine] = [await memo(args), await memo([...args, '--json'])]
  expect(human.status, human.stderr).toBe(status)
  expect(machine).toMatchObject({ status, stderr: '' })
  if (code !== undefined) expect(machine.json()).toMatchObject({ error: { code } })
  else expect(machine.json()).not.toHaveProperty('error')
}
