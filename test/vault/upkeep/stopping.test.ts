/** Long work that is told to end while it says how far it is: nothing half done is left, and done again it succeeds. */
import { globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readInputFile } from '../../../src/lib/input-file.ts'
import { backupVault } from '../../../src/vault/backup/backup.ts'
import { restoreVault } from '../../../src/vault/backup/restore.ts'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { consultDoctor } from '../../../src/vault/doctor/consult.ts'
import { replayVault } from '../../../src/vault/history/replay.ts'
import { verifyVault } from '../../../src/vault/history/verify.ts'
import { cloneVault } from '../../../src/vault/sync/clone.ts'
import { syncVault } from '../../../src/vault/sync/sync.ts'
import { type Vault, withVault } from '../../../src/vault/vault.ts'
import { git } from '../../support/clones.ts'
import { makeSharedTempDir } from '../../support/temp-dir.ts'
import { makeVault, putAll } from '../../support/vault.ts'

const folder = makeSharedTempDir()
const remote = join(folder, 'remote.git')
const backup = join(folder, 'backup.tar.gz')
let root: string

/** Enough files that a commit sends them before it takes the lock. */
const count = 600

beforeAll(async () => {
  const made = await makeVault(undefined, folder)
  root = made.root
  await putAll(
    made.vault,
    Array.from({ length: count }, (_, n) => ({ id: `n${n}`, body: `Note number ${n}.` })),
  )
  git(folder, 'init', '-q', '--bare', '-b', 'main', remote)
  made.vault.lock.close()
}, 120_000)

interface Telling {
  signal: AbortSignal
  /** To be called with whatever the work tells of itself. */
  tell: () => void
}

const inVault = <T>(work: (vault: Vault) => Promise<T>): Promise<T> => withVault(root, {}, work)

/** In this order: the later ones stand on what the earlier ones have done when they were done again. */
const works: { readonly [name: string]: (telling: Telling) => Promise<unknown> } = {
  commit: ({ signal, tell }) => inVault((vault) => commitPending(vault, { whole: true, signal, onSent: tell })),
  sync: ({ signal, tell }) => inVault((vault) => syncVault(vault, { remote, dryRun: false, signal, onProgress: tell })),
  clone: ({ signal, tell }) => cloneVault(remote, join(folder, 'cloned'), { signal, onProgress: tell, onFold: tell }),
  backup: ({ signal, tell }) =>
    backupVault(root, { target: backup, secret: undefined, memo: '1', signal, onProgress: tell }),
  restore: ({ signal, tell }) =>
    restoreVault(join(folder, 'restored'), {
      source: readInputFile(backup),
      passphrase: () => Promise.reject(new Error('none')),
      verifyOnly: false,
      signal,
      onProgress: tell,
      onNotice: () => {},
    }),
  replay: ({ signal, tell }) =>
    inVault((vault) =>
      replayVault(vault, {
        until: { at: Date.parse('2031-06-01') },
        folder: join(folder, 'replayed'),
        signal,
        onProgress: tell,
      }),
    ),
  verify: ({ signal, tell }) => inVault((vault) => verifyVault(vault, { signed: false, signal, onProgress: tell })),
  doctor: ({ signal, tell }) =>
    consultDoctor(root, { deep: true, fix: false, rebuild: false, signal, onChecked: tell, onNotice: () => {} }),
}

test.each(Object.keys(works))('%s', { timeout: 120_000 }, async (name) => {
  const work = works[name] ?? (() => Promise.resolve())
  const controller = new AbortController()
  const before = placesBeside()
  const told = work({ signal: controller.signal, tell: () => controller.abort(new Error('told to end')) })
  await expect(told).rejects.toThrow()
  expect(placesBeside()).toEqual(before)
  await expect(work({ signal: new AbortController().signal, tell: () => {} })).resolves.toBeDefined()
})

test('after all of it the vault is whole, and so are those that came of it', { timeout: 120_000 }, async () => {
  for (const place of [root, join(folder, 'cloned'), join(folder, 'restored'), join(folder, 'replayed')]) {
    const report = await consultDoctor(place, { deep: true, fix: false, rebuild: false, onNotice: () => {} })
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(globSync('projects/acme/notes/*.md', { cwd: place })).toHaveLength(count)
  }
})

/** What stands beside the vault: half-made places would be among them. */
function placesBeside(): string[] {
  return readdirSync(dirname(root)).sort()
}
