/** The git repository of a vault that was just made, which git makes once per test file and each vault has copied. */
import { cpSync, mkdtempSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ensureMergeDriver } from '../../src/audit/merge-driver.ts'
import { ensureRepository } from '../../src/audit/repository.ts'
import { makeFolder } from '../../src/lib/durable-file.ts'

/** By the home of the test file, with which they go. */
const made = new Map<string, Promise<string>>()

/** For `initVault` to find. A vault as a whole cannot be copied: it would notice, and go on as another writer. */
export async function copyRepository(root: string): Promise<void> {
  const home = homedir()
  const making = made.get(home) ?? makeRepository(home)
  made.set(home, making)
  const folder = await making
  makeFolder(root)
  const umask = process.umask(0o077)
  cpSync(join(folder, '.git'), join(root, '.git'), { recursive: true })
  process.umask(umask)
}

async function makeRepository(home: string): Promise<string> {
  const folder = mkdtempSync(join(home, 'repository-'))
  const { state, reason } = await ensureRepository(folder)
  if (state === 'unavailable') throw new Error(reason)
  await ensureMergeDriver(folder)
  return folder
}
