import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'

async function makeFilledVault(records = 3): Promise<CliVault> {
  const vault = await makeCliVault()
  const lines = Array.from({ length: records }, (_, n) => ({ id: `n${n}`, kind: 'note', body: `Note number ${n}.` }))
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(lines) })
  return vault
}

test('builds the same index from the log', async () => {
  const { ask, memo } = await makeFilledVault()
  const before = await ask(['list', '--project', 'acme'])
  expect(await ask(['rebuild'])).toEqual({ indexed: 3, events: 5, files: 3, pending: 0 })
  expect(await ask(['list', '--project', 'acme'])).toEqual(before)
  expect(await memo(['rebuild'])).toMatchObject({
    ...{ status: 0, stdout: 'Indexed 3 records from 5 events; 3 files are in place.\n', stderr: '' },
  })
})

test.each(['missing', 'damaged', 'empty'])('works on an index that is %s', async (state) => {
  const { ask, root } = await makeFilledVault()
  rmSync(join(root, 'memo.sqlite'))
  if (state !== 'missing') writeFileSync(join(root, 'memo.sqlite'), state === 'empty' ? '' : 'no database'.repeat(999))
  expect(await ask(['rebuild'])).toMatchObject({ indexed: 3, files: 3 })
  expect(await ask(['search', 'number', '--project', 'acme'])).toMatchObject({ total: 3 })
})

test('many files gone at once are written anew, and their records archived only on request', async () => {
  const { ask, memo, root } = await makeFilledVault(30)
  const folder = join(root, 'projects/acme/notes')
  const clear = (): void => {
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
  }
  clear()
  expect(await ask(['rebuild'])).toMatchObject({ indexed: 30, files: 30, pending: 0 })
  expect(await ask(['list', '--project', 'acme'])).toMatchObject({ total: 30 })
  expect(readdirSync(folder)).toHaveLength(30)
  clear()
  const archived = await ask(['rebuild', '--accept-deletions'])
  expect(archived).toMatchObject({ indexed: 30, pending: 0 })
  expect(await ask(['list', '--project', 'acme', '--status', 'archived'])).toMatchObject({ total: 30 })
  expect((await memo(['list', '--project', 'acme'])).stdout).toMatch(/^No record is in this scope/)
})

test.each([
  [['rebuild', 'all'], 2],
  [['rebuild', '--fast'], 2],
  [['rebuild', '--vault', '/nonexistent/vault'], 1],
])('refuses memo %j', async (args, status) => {
  const { memo } = await makeCliVault()
  const told = await memo(args)
  expect(told).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(/^Error: .+\n/) })
  expect((await memo([...args, '--json'])).json()).toMatchObject({ error: { code: expect.any(String) } })
})
