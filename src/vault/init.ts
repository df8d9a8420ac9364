/** Making a vault, or completing one of which a part is missing. Running it on a whole vault changes nothing. */
import { statSync } from 'node:fs'
import { addMergeDriver, ensureMergeDriver } from '../audit/merge-driver.ts'
import { ensureRepository, type RepositoryOutcome } from '../audit/repository.ts'
import { MemoError } from '../lib/errors.ts'
import { appendAndFold } from './append.ts'
import { vaultPaths } from './layout.ts'
import { makeMissingParts } from './layout-parts.ts'
import { write } from './refresh.ts'
import { type OpenOptions, withVault } from './vault.ts'

export interface InitResult {
  vault: string
  /** Parts that were made, relative to the vault; empty when everything was there. */
  created: string[]
  git: RepositoryOutcome
}

/** Throws NOT_A_VAULT when the path is a file or a folder of something else, IO or READ_ONLY when it cannot be made. */
export async function initVault(root: string, options: OpenOptions = {}): Promise<InitResult> {
  assertUsable(root)
  const paths = vaultPaths(root)
  const created = makeMissingParts(paths)
  await withVault(root, options, async (vault) => {
    if (vault.log.segments.writers().length > 0) return
    await write(vault, { label: 'init' }, () => {
      if (vault.log.segments.writers().length > 0) return
      appendAndFold(vault, [{ actor: vault.actor, type: 'vault.created', data: {} }])
      created.push('events')
    })
  })
  const git = await ensureRepository(root)
  await addDriver(root, git).catch(() => undefined)
  return { vault: root, created: git.state === 'created' ? [...created, '.git'] : created, git }
}

/** A repository without it is one that merges some files as text. */
async function addDriver(root: string, { state }: RepositoryOutcome): Promise<void> {
  if (state === 'created') addMergeDriver(root)
  else if (state === 'present') await ensureMergeDriver(root)
}

function assertUsable(root: string): void {
  const stat = statSync(root, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isDirectory()) {
    throw new MemoError('NOT_A_VAULT', `${root} is a file, not a folder`, { hint: 'name another folder' })
  }
}
