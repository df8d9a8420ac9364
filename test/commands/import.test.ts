import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../support/cli.ts'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { startMemo } from '../support/start-memo.ts'
import { until } from '../support/until.ts'

const fixture = (name: string): string => join(packageRoot, 'test/fixtures/import', name)

test('says what would be done, does it, and has nothing left to do', async () => {
  const { memo } = await makeCliVault()
  const call = ['import', 'adr', fixture('adr'), '--project', 'acme']
  expect(await memo([...call, '--dry-run'])).toMatchObject({
    ...{ status: 0, stderr: '' },
    stdout: [
      'create decisions/0001-use-sqlite.md as 0001-use-sqlite',
      'create decisions/0002-no-orm.md as 0002-no-orm',
      'create decisions/0003-use-postgres.md as 0003-use-postgres',
      'decisions/README.md: left out, it is no decision record',
      'Nothing written; of 3 items: 3 created, 0 changed, 0 unchanged, 0 rejected.',
      '',
    ].join('\n'),
  })
  const told = (counts: string): string =>
    `decisions/README.md: left out, it is no decision record\nRead 3 items: ${counts}, 0 rejected.\n`
  expect(await memo(call)).toMatchObject({ status: 0, stdout: told('3 created, 0 changed, 0 unchanged') })
  expect(await memo(call)).toMatchObject({ status: 0, stdout: told('0 created, 0 changed, 3 unchanged') })
})

test('names what cannot be taken on stderr, and ends with 1', async () => {
  const { memo } = await makeCliVault()
  const told = await memo(['import', 'spec-memo', fixture('spec-memo'), '--map', 'tide=skip'])
  expect(told).toMatchObject({ status: 1, stdout: expect.stringContaining('6 created') })
  expect(told.stderr.split('\n')).toEqual([
    'spec-memo/projects/harbor/plans/current.conflict.md: it is one side of a conflict; settle that there first',
    expect.stringMatching(/^spec-memo\/projects\/harbor\/specs\/queue\.md: line 3: /),
    '',
  ])
})

test.each([
  [['obsidan', '.'], 2, 'Hint: did you mean obsidian?'],
  [['obsidian', 'nowhere'], 1, 'there is nothing at nowhere'],
  [['obsidian', '.', '--map', 'a'], 2, '"a" is no rule of --map'],
])('refuses memo import %j', async (args, status, message) => {
  const { memo } = await makeCliVault()
  const told = await memo(['import', ...args])
  expect(told).toMatchObject({ status, stdout: '' })
  expect(told.stderr).toContain(message)
})

test('killed or stopped in the middle it goes on where it was', { timeout: 120_000 }, async () => {
  const vault = await makeCliVault()
  mkdirSync(join(vault.cwd, 'notes'))
  // More chunks than a slow machine lets pass between a look and the signal that follows it.
  const count = 2800
  for (let n = 0; n < count; n++) writeFileSync(join(vault.cwd, `notes/${1000 + n}.md`), `Text ${n}.`)
  expect(await stopAfterChunk(vault, 'SIGKILL')).toMatchObject({ status: 'SIGKILL' })
  const stopped = await stopAfterChunk(vault, 'SIGINT')
  expect(stopped).toMatchObject({
    status: 130,
    stdout: '',
    stderr: expect.stringMatching(/Error: interrupted after \d+ items\nHint: .*run it again to go on\n$/),
  })
  const call = ['import', 'obsidian', 'notes', '--project', 'acme']
  const { records } = (await vault.ask(['status'])) as { records: { total: number } }
  // Two chunks, but for what the first one was killed before it could note it: that was looked at again.
  expect(records.total).toBeGreaterThan(500)
  expect(await vault.ask(call)).toMatchObject({ items: count, rejected: [], created: count - records.total })
  expect(await vault.ask(['status'])).toMatchObject({ records: { total: count } })
  expect(await vault.ask(call)).toMatchObject({ created: 0, changed: 0, unchanged: count })
})

/** Sends the signal once one more chunk is in. */
async function stopAfterChunk(vault: CliVault, signal: NodeJS.Signals) {
  const before = remembered(vault.root)
  const { child, ended } = startMemo(vault, ['import', 'obsidian', 'notes', '--project', 'acme'])
  await until(() => child.exitCode !== null || remembered(vault.root) !== before)
  child.kill(signal)
  return ended
}

/** Bytes of what is remembered of imports; more after each chunk. */
function remembered(root: string): number {
  const folder = join(root, '.sync/imports')
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
