/** A restore that the disk has no room for says so, whoever of those that write for it meets the end first. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { toFailure } from '../../../src/lib/failure.ts'
import { readInputFile } from '../../../src/lib/input-file.ts'
import { backupVault } from '../../../src/vault/backup/backup.ts'
import { restoreVault } from '../../../src/vault/backup/restore.ts'
import { mayMount, withSmallDisk } from '../../support/small-disk.ts'
import { makeVault, put } from '../../support/vault.ts'

test.skipIf(!mayMount)(
  'a disk that fills while a vault is restored is told as full, and keeps nothing of it',
  async () => {
    const { root, vault, ports } = await makeVault()
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    const me = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
    for (const args of [
      ['add', '--all'],
      [...me, 'commit', '--quiet', '-m', 'first'],
    ])
      execFileSync('git', args, { cwd: root })
    const file = join(dirname(root), 'b.tar.gz')
    await backupVault(root, { target: file, secret: undefined, memo: '1' }, ports)
    const told: string[] = []
    await withSmallDisk('1m', async ({ path, resize }) => {
      const target = join(path, 'restored')
      const input = { passphrase: async () => '', verifyOnly: false, onNotice: () => {} }
      const restore = () => restoreVault(target, { source: readInputFile(file), ...input }, ports)
      for (let pages = 6; !existsSync(target) && pages < 1000; pages += 1) {
        resize(`${pages * 4}k`)
        const error: unknown = await restore().then(
          () => undefined,
          (failure: unknown) => failure,
        )
        if (error === undefined) continue
        told.push(toFailure(error).code)
        expect(existsSync(target)).toBe(false)
      }
      expect(existsSync(target)).toBe(true)
    })
    expect(told.length).toBeGreaterThan(20)
    expect(new Set(told)).toEqual(new Set(['IO']))
  },
)
