/** Many processes at once: nothing fails, nothing is lost, nothing is there twice. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { refresh } from '../../src/vault/refresh.ts'
import { closeVault, openVault } from '../../src/vault/vault.ts'
import { packageRoot, runCli } from '../support/cli.ts'
import { allEvents, saidByFiles, saidByIndex, saidByLog } from '../support/inspect.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault, put } from '../support/vault.ts'

const run = promisify(execFile)

test('8 processes, each writing 50 records and reading a shared one 50 times', { timeout: 240_000 }, async () => {
  const { root, vault } = await makeVault()
  await put(vault, { id: 'shared', kind: 'trap', title: 'Shared', body: 'text' })
  closeVault(vault)
  const script = join(packageRoot, 'test/support/hammer.ts')
  const names = Array.from({ length: 8 }, (_, n) => `worker ${n}`)
  await Promise.all(names.map((name) => run(process.execPath, [script, root, name, '50'])))
  const after = await openVault(root)
  await refresh(after, 'full')
  const events = allEvents(after)
  expect(events.filter(({ type }) => type === 'record.hit')).toHaveLength(400)
  expect(events.filter(({ type }) => type === 'record.upserted')).toHaveLength(401)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(saidByLog(after)['acme/shared']).toMatchObject({ hits: 400 })
  expect(Object.keys(saidByLog(after))).toHaveLength(401)
  expect(saidByIndex(after)).toEqual(saidByLog(after))
  expect(saidByFiles(root)).toEqual(saidByLog(after))
  closeVault(after)
})

test('B067: 24 commands that create a record at the same moment', { timeout: 120_000 }, async () => {
  const root = join(makeTempDir(), 'vault')
  await runCli(['init'], { vault: root })
  // Otherwise one of them says that git has none.
  const env = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@x' }
  const numbers = Array.from({ length: 24 }, (_, n) => n)
  const results = await Promise.all(
    numbers.map((n) =>
      runCli(['upsert', '--kind', 'note', '--title', `par ${n}`, '--body', `body ${n}`, '--project', 'acme'], {
        vault: root,
        env,
      }),
    ),
  )
  expect(results.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
    numbers.map(() => ({ status: 0, stderr: '' })),
  )
  const { json } = await runCli(['search', 'par', '--json', '--project', 'acme'], { vault: root })
  expect((json() as { total: number }).total).toBe(24)
  expect(Object.keys(saidByFiles(root))).toHaveLength(24)
  const vault = await openVault(root)
  expect(allEvents(vault).filter(({ type }) => type === 'record.upserted')).toHaveLength(24)
  expect(Object.keys(saidByIndex(vault))).toHaveLength(24)
  closeVault(vault)
})
