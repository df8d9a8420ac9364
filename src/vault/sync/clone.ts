/** A new vault out of a remote one: whole, or not there at all. */
import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cloneRepository } from '../../audit/clone.ts'
import { ensureMergeDriver } from '../../audit/merge-driver.ts'
import type { NetworkWork } from '../../audit/network-git.ts'
import { MemoError } from '../../lib/errors.ts'
import { removeTree } from '../../lib/remove-file.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { countRecords } from '../../projections/index/record-rows.ts'
import { indexCursor } from '../append.ts'
import { findFreePlace, moveToPlace } from '../free-place.ts'
import { vaultPaths } from '../layout.ts'
import { makeMissingParts } from '../layout-parts.ts'
import { refresh } from '../refresh.ts'
import { type OpenOptions, type Vault, withVault } from '../vault.ts'
import { toAddress } from './place.ts'

export interface CloneResult {
  vault: string
  branch: string
  commit: string
  records: number
  events: number
}

/** How far git has come is told in objects. */
export interface CloneOptions extends OpenOptions, NetworkWork {
  onFold?: Vault['onFold']
}

/**
 * Throws REFUSED when the folder is not empty, UNAVAILABLE when the remote does not answer, NOT_A_VAULT when what came is
 * none; then nothing is left behind. The clone becomes a writer of its own with its first write.
 */
export async function cloneVault(address: string, root: string, options: CloneOptions = {}): Promise<CloneResult> {
  if (address.startsWith('-') || address === '')
    throw new MemoError('USAGE', `${address} is no address`, { hint: addressHint })
  const place = findFreePlace(root, placeHint)
  // Git would make it by the umask, and a vault is private.
  const beside = mkdtempSync(join(dirname(place), `.${basename(place)}.clone-`))
  try {
    const { branch, commit } = await cloneRepository(toAddress(address), beside, options)
    await stopPoint(options.signal)
    const counts = await prepare(beside, options)
    await stopPoint(options.signal)
    moveToPlace(beside, place)
    return { vault: root, branch, commit, ...counts }
  } finally {
    removeTree(beside)
  }
}

const addressHint = 'give what "git clone" takes: an address, or the folder of a repository'

const placeHint = 'name another folder, or run "memo sync --remote ADDRESS" in that vault to exchange with the other'

/** The files of one machine do not come from another, whatever the tree holds. */
async function prepare(root: string, options: CloneOptions): Promise<Pick<CloneResult, 'records' | 'events'>> {
  const paths = vaultPaths(root)
  for (const suffix of ['', '-wal', '-shm']) removeTree(`${paths.index}${suffix}`)
  removeTree(paths.local)
  if (!existsSync(paths.events) || !statSync(paths.events).isDirectory()) {
    throw new MemoError('NOT_A_VAULT', 'that repository is no vault: it has no event log', {
      hint: 'run "memo init" and "memo import markdown" to make a vault of Markdown files',
    })
  }
  makeMissingParts(paths)
  await ensureMergeDriver(root)
  return withVault(root, options, async (vault) => {
    vault.onFold = options.onFold
    await refresh(vault, 'full')
    const events = [...indexCursor(vault).values()].reduce((sum, { seq }) => sum + seq, 0)
    return { records: countRecords(vault.projections.db), events }
  })
}
