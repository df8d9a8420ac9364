/** Other users of this machine: what memo makes is closed to them, whatever the umask of its user. */
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readInputFile } from '../../src/lib/input-file.ts'
import { backupVault } from '../../src/vault/backup/backup.ts'
import { restoreVault } from '../../src/vault/backup/restore.ts'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { setSetting } from '../../src/vault/embedding/agreed-server.ts'
import { logError } from '../../src/vault/error-log.ts'
import { replayVault } from '../../src/vault/history/replay.ts'
import { cloneVault } from '../../src/vault/sync/clone.ts'
import { closeVault } from '../../src/vault/vault.ts'
import { recordHits } from '../../src/vault/writing/hits.ts'
import { exportFrom } from '../support/export-vault.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, project, put } from '../support/vault.ts'

/** Behind a closed folder nothing can be reached; the vault's own files are closed one by one. */
function openToOthers(folder: string, recursive: boolean): string[] {
  const entries = readdirSync(folder, { recursive, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map(({ parentPath, name }) => join(parentPath, name))
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0)
}

test.each([
  ['000', 0o000],
  ['022', 0o022],
  ['077', 0o077],
])('with umask %s', async (_, mask) => {
  const before = process.umask(mask)
  onTestFinished(() => void process.umask(before))
  const { vault, root, ports } = await makeVault()
  const beside = (name: string): string => join(dirname(root), name)
  await put(vault, { id: 'one', kind: 'trap', title: 'One', body: 'text' })
  await recordHits(vault, {
    records: [{ project, id: 'one', kind: 'trap' }],
    via: 'get',
    session: 's',
    query: undefined,
  })
  await find(vault, 'text', { session: 's' })
  await setSetting(root, 'embeddings.baseUrl', 'https://texts.example')
  logError(vault.paths, ports, 'test', new Error('x'))
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  for (const format of ['jsonl', 'csv', 'html', 'markdown'] as const)
    await exportFrom(vault, beside(format), { format })
  await backupVault(root, { target: beside('backup'), secret: undefined, memo: '1' }, ports)
  const input = { passphrase: async () => '', verifyOnly: false, onNotice: () => undefined }
  await restoreVault(beside('restored'), { source: readInputFile(beside('backup')), ...input }, ports)
  await replayVault(vault, { until: 'now', folder: beside('replayed') })
  await cloneVault(root, beside('cloned'), { ports })
  expect(openToOthers(dirname(root), false)).toEqual([])
  expect(openToOthers(root, true)).toEqual([])
  closeVault(vault)
})
