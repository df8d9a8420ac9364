/**
 * A vault back from its backup. It is put together in a folder beside its place, checked there, and moved to its place
 * as a whole, so what is restored is there completely or not at all.
 */
import { mkdtempSync, renameSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Remote, unbundleHistory } from '../../audit/bundle.ts'
import { describeGitTrouble, saysDiskFull } from '../../audit/git.ts'
import { ensureMergeDriver } from '../../audit/merge-driver.ts'
import { makeFolder, syncFolder } from '../../lib/durable-file.ts'
import { MemoError } from '../../lib/errors.ts'
import { type Ports, systemPorts } from '../../lib/ports.ts'
import { removeTree } from '../../lib/remove-file.ts'
import { countRecords } from '../../projections/index/record-rows.ts'
import { findFreePlace, moveToPlace } from '../free-place.ts'
import { vaultPaths } from '../layout.ts'
import { makeMissingParts } from '../layout-parts.ts'
import { refresh } from '../refresh.ts'
import { withVault } from '../vault.ts'
import { type Staged, stageBackup } from './stage.ts'
import { damaged } from './trouble.ts'

export interface RestoreInput {
  source: AsyncIterable<Uint8Array>
  /** Asked only if the backup is encrypted. */
  passphrase: () => Promise<string>
  /** Check the backup and write nothing. */
  verifyOnly: boolean
  onProgress?: (files: number) => void
  /** Ends it before the vault is in its place; then nothing is left behind. */
  signal?: AbortSignal
  onNotice: (notice: string) => void
}

export interface RestoreResult {
  /** Null if it was only checked. */
  vault: string | null
  /** When the backup was made, and the name of the folder it was made of. */
  made: string
  from: string
  files: number
  events: number
  /** Records in the index; null if it was only checked, or could not be folded. */
  records: number | null
  /** Commits of the history; null where the backup has none, or git is not installed. */
  commits: number | null
  /** What the vault was synced with. Not connected again: a restored vault may be meant for a look only. */
  remotes: Remote[]
  /** Lines of the log that were damaged already when the backup was made. */
  damagedLines: number
}

/** Throws REFUSED where the place is taken, and what `stageBackup` throws; then nothing is left behind. */
export async function restoreVault(
  root: string,
  input: RestoreInput,
  ports: Ports = systemPorts,
): Promise<RestoreResult> {
  const place = input.verifyOnly ? undefined : findFreePlace(root, placeHint)
  const folder = mkdtempSync(place === undefined ? join(tmpdir(), 'memo-restore-') : `${place}.restoring-`)
  try {
    const staged = await stageBackup({ ...input, folder })
    const commits = await restoreHistory(staged, input.onNotice)
    const result = { ...toResult(staged), commits }
    if (place === undefined) return result
    const records = await foldIndex(staged, ports, input.onNotice)
    syncFolder(staged.root)
    // Once more: somebody may have taken the place meanwhile.
    findFreePlace(root, placeHint)
    moveToPlace(staged.root, place)
    return { ...result, vault: place, records }
  } finally {
    removeTree(folder)
  }
}

const placeHint = 'name another place with --vault, or move what is there away'

/** Without git the rest is restored all the same, and the bundle kept for later. */
async function restoreHistory({ root, bundle, manifest }: Staged, onNotice: (notice: string) => void) {
  const { git } = manifest
  if (bundle === undefined || git === null) return null
  try {
    const commits = await unbundleHistory(root, bundle, { ...git, branch: git.branch })
    await ensureMergeDriver(root)
    return commits
  } catch (error) {
    const trouble = describeGitTrouble(error)
    if (saysDiskFull(error) || !hasRoomFor(bundle)) {
      const hint = 'free some space and try again; nothing was restored'
      throw new MemoError('IO', `the disk is full: ${trouble}`, { hint, cause: error })
    }
    if (trouble !== 'git is not installed') throw damaged(`its git history: ${trouble}`, error)
    const kept = vaultPaths(root).quarantine
    makeFolder(kept)
    renameSync(bundle, join(kept, 'history.bundle'))
    onNotice('git is not installed; the history is kept in .sync/quarantine/history.bundle')
    return null
  }
}

/** What git writes beside what the bundle holds: its settings, refs, logs and the list of the files, some kilobytes each. */
const besideBundle = 64 * 1024

/** Git does not always say that the disk is full where it "could not write". */
function hasRoomFor(bundle: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(bundle))
  return bavail * bsize > (statSync(bundle, { throwIfNoEntry: false })?.size ?? 0) + besideBundle
}

/** A log that was damaged already gives no index; the doctor can mend it where it will lie. */
async function foldIndex({ root }: Staged, ports: Ports, onNotice: (notice: string) => void): Promise<number | null> {
  makeMissingParts(vaultPaths(root))
  try {
    return await withVault(root, { ports }, async (vault) => {
      await refresh(vault, 'full')
      for (const notice of vault.notices) onNotice(notice)
      return countRecords(vault.projections.db)
    })
  } catch (error) {
    if (!(error instanceof MemoError)) throw error
    onNotice(`${error.message}; ${error.hint}`)
    return null
  }
}

function toResult({ head, manifest, damagedLines }: Staged): Omit<RestoreResult, 'commits'> {
  const { writers, entries, git } = manifest
  return {
    vault: null,
    made: head.made,
    from: head.vault,
    files: entries.length - (git === null ? 0 : 1),
    events: Object.values(writers).reduce((sum, { events }) => sum + events, 0),
    records: null,
    remotes: git?.remotes ?? [],
    damagedLines,
  }
}
