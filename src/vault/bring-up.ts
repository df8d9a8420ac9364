/**
 * Bringing the projections up to the log and the files: new events folded, hand edits adopted, files and views written.
 * All of it runs under the vault's lock and is synchronous.
 */
import type { EventLog } from '../events/log.ts'
import { MemoError } from '../lib/errors.ts'
import { resumeOptimising } from '../lib/optimising.ts'
import { type CatchUpLimits, catchUp, isOutdated, isPart } from '../projections/catch-up.ts'
import { finishScan, type ScanResult, scanVault } from '../projections/files/scan.ts'
import { hasRedactions } from '../projections/index/outbox.ts'
import { type AdoptOptions, adoptChanges } from './adopt-changes.ts'
import { indexCursor, NeedsReaders, needReaders, ownWriter } from './append.ts'
import { type DrainOptions, drainOutbox } from './drain.ts'
import { hasNews } from './has-news.ts'
import { addNotice, loadReaders, type Vault } from './vault.ts'

/** Whether the index must be folded from the start, so that an answer from it now would be wrong. */
export function isIndexOutdated(vault: Vault): boolean {
  return isOutdated(vault.projections.store, vault.projections.all)
}

/**
 * Whether the index holds nothing that can be answered from: it must be folded from the start, or another process is just doing
 * that, or was ended while it did.
 */
export function isIndexUnbuilt(vault: Vault): boolean {
  const { store, all } = vault.projections
  return isOutdated(store, all) || isPart(store, all)
}

/** Throws INTEGRITY when the log ends before what the index has folded: part of it was lost or put back. */
export function assertLogWhole(vault: Vault): void {
  const shorter = vault.log.shorterThan(indexCursor(vault))
  if (shorter.length === 0) return
  throw new MemoError('INTEGRITY', `the event log of ${shorter.join(', ')} ends before what the index has seen of it`, {
    hint: 'run "memo doctor --fix" to bring the lost events back from the index and the files',
  })
}

/**
 * Whether the index was folded from another vault's log: none of its writers is one of this log's. It then says nothing of
 * what this log may have lost. A log that is gone altogether has no writers, and its index is all that is left of it.
 */
export function isIndexForeign(vault: Vault): boolean {
  const [known, here] = [[...indexCursor(vault).keys()], vault.log.segments.writers()]
  return known.length > 0 && here.length > 0 && !known.some((writer) => here.includes(writer))
}

export interface BringUpOptions extends DrainOptions, AdoptOptions {
  scan?: ScanResult
  onProgress?: ((events: number) => void) | undefined
}

export interface FoldOptions extends CatchUpLimits {
  /** What of the log has been read already, if not to read it from the disk. */
  log?: Pick<EventLog, 'read'>
}

/** Folds what is new in the log, or the first batch of it. Also works on the copy of a read-only vault. */
export function foldNews(vault: Vault, { log = vault.log, ...limits }: FoldOptions = {}): number {
  if (!isIndexUnbuilt(vault) && !hasNews(vault)) return 0
  const { toEvent } = needReaders(vault)
  const { store, all } = vault.projections
  return catchUp({ log, store, projections: all, toEvent }, limits)
}

/** Loads what `bringUp` asks for when something is behind; to be called before work that must not be begun twice. */
export async function loadForBringUp(vault: Vault): Promise<void> {
  resumeOptimising()
  await loadReaders(vault)
  vault.redacting ??= await import('./redacting/finish.ts')
}

/** Everything that is behind: log, hand edits, files and views. */
export function bringUp(vault: Vault, { scan, onProgress, ...options }: BringUpOptions): void {
  assertLogWhole(vault)
  // A last line that went bad after it was folded: going on would number the next event like one that was seen.
  if (mendOwnTail(vault)) assertLogWhole(vault)
  foldNews(vault, { onProgress })
  bringFilesUp(vault, scan, options)
  if (!hasRedactions(vault.projections.db)) return
  const { redacting } = vault
  if (redacting === undefined) throw new NeedsReaders()
  if (!redacting.finishRedactions(vault)) return
  foldNews(vault, { onProgress })
  // The new index knows no file, so what is on disk is compared after the log is folded.
  const { projections, paths, ports } = vault
  bringFilesUp(vault, scanVault({ db: projections.db, root: paths.root, ports, budget: undefined }), options)
  redacting.settleRedactions(vault)
}

function bringFilesUp(
  vault: Vault,
  scan: ScanResult | undefined,
  { acceptDeletions, allowSecret, actor, ...drain }: DrainOptions & AdoptOptions,
): void {
  if (scan !== undefined && scan.changes.length > 0)
    adoptChanges(vault, scan.changes, { acceptDeletions, allowSecret, actor })
  if (scan !== undefined) finishScan(vault.projections.db, scan)
  drainOutbox(vault, drain)
}

/** A line that a crash cut off is set aside before anything is read past it. */
function mendOwnTail(vault: Vault): boolean {
  const isCut = vault.log.cutTornTail(ownWriter(vault))
  if (isCut) addNotice(vault, `a half-written last line of the log was set aside in ${vault.paths.quarantine}`)
  return isCut
}
