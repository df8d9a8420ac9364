/** Taking away the locks that a killed commit of this vault left in git; those of another git stay, and are told. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { takeOver } from '../committing/repository.ts'
import { logError } from '../error-log.ts'
import type { Vault } from '../vault.ts'
import { waitForLock } from '../wait-for-lock.ts'
import type { Fixed } from './fixed.ts'

/** The caller does not hold the vault's lock, because git is asked. Git trouble is logged: the rest can be mended without it. */
export async function fixGit(vault: Vault): Promise<Fixed[]> {
  const { root, commitLock } = vault.paths
  const lock = join('.git', 'index.lock')
  const wasLocked = existsSync(join(root, lock))
  if (!existsSync(join(root, '.git'))) return []
  const release = await waitForLock(commitLock, 0)
  if (release === undefined) return []
  try {
    await takeOver(vault)
  } catch (error) {
    logError(vault.paths, vault.ports, 'git', error)
  } finally {
    release()
  }
  if (!wasLocked || existsSync(join(root, lock))) return []
  return [{ code: 'git-lock', subject: lock, message: 'The lock of a commit that was killed was removed.' }]
}
