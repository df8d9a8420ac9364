/**
 * How a verb meets the vault: `refresh` before an answer, `write` around a change. Both bring the projections up first.
 * A reader waits shortly and answers `stale` rather than not at all; a writer waits as long as the settings say.
 */
import { MemoError } from '../lib/errors.ts'
import { saysOther } from '../projections/files/says-other.ts'
import { leastLooks, type ScanResult, scanFolders, scanKnownFiles, scanVault } from '../projections/files/scan.ts'
import { isDamage } from '../projections/index/database.ts'
import { hasFreshOutbox, hasOutbox } from '../projections/index/outbox.ts'
import { settleMassDeletion } from './adopt-changes.ts'
import { NeedsReaders, tellBehind } from './append.ts'
import { assertLogWhole, type BringUpOptions, bringUp, foldNews, isIndexUnbuilt, loadForBringUp } from './bring-up.ts'
import { hasNews } from './has-news.ts'
import { isInTheWay } from './in-the-way.ts'
import { type ProjectChoice, resolveProject } from './project.ts'
import { assertWritable } from './read-only.ts'
import { mayLeaveIndex, replaceIndex } from './replace-index.ts'
import { addNotice, reopenProjections, type Vault, type View } from './vault.ts'
import { isWatched } from './watch/beat.ts'

/** How much of the files to look at for hand edits. */
export type Scan = 'none' | 'bounded' | 'full'

/**
 * What a read may spend on hand edits: 15 ms of looking, and as many files to adopt as a person changes between two commands.
 * A script changes thousands; those wait for a command that takes its time. Files that nothing speaks of take turns within
 * 5 ms: hardly one of them was edited, and those that the answer tells of are looked at in any case.
 */
export const boundedScan = { ms: 15, turnMs: 5, changes: 20 }

/** A reader that finds the vault held answers from what the index has, after this long. */
const readerWaitMs = 250

export interface Freshness {
  /** The log has events, or the files edits, that the answer does not know. */
  stale: boolean
}

/** Brings the index up for a read. Throws INTEGRITY for a damaged log, BUSY only when there is no index to answer from. */
export async function refresh(vault: Vault, scan: Scan): Promise<Freshness> {
  const { stale } = await refreshInTurn(vault, scan)
  return { stale }
}

export interface InTurn extends Freshness {
  /** There was a look at some of the files only. */
  isInTurn: boolean
}

/** The same for a read that looks at the files it tells of, where others were left for later reads. */
export async function refreshInTurn(vault: Vault, scan: Scan): Promise<InTurn> {
  return recovering(vault, async () => {
    if (!vault.projections.db.isCurrent()) reopenProjections(vault)
    try {
      assertLogWhole(vault)
    } catch (error) {
      if (!(error instanceof MemoError) || mayLeaveIndex(vault)) throw error
      addNotice(vault, `${error.message}; ${error.hint}`)
      return { stale: true, isInTurn: false }
    }
    const { isBehind, found } = findWork(vault, scan)
    const { isPartial = false, isInTurn = false } = found
    // A look that only ran out of time says nothing of edits: others of memo may be writing to the folder.
    if (isPartial && found.changes.length >= boundedScan.changes) addNotice(vault, moreEdits)
    if (!isBehind && found.changes.length === 0 && found.folders.length === 0) return { stale: isPartial, isInTurn }
    const { stale } = await takeIn(vault, found)
    return { stale: stale || isPartial, isInTurn }
  })
}

/**
 * Takes in edits of the files that an answer tells of, or of the first of very many: as many as a look meets in any case.
 * Undefined where there are none.
 */
export async function refreshShown(vault: Vault, paths: readonly string[]): Promise<Freshness | undefined> {
  return recovering(vault, async () => {
    const { projections, paths: own } = vault
    const found = ofNote(vault, scanKnownFiles({ db: projections.db, root: own.root }, paths.slice(0, leastLooks)))
    return found.changes.length === 0 ? undefined : takeIn(vault, found)
  })
}

async function takeIn(vault: Vault, found: ScanResult): Promise<Freshness> {
  await loadForBringUp(vault)
  return vault.readOnly ? refreshCopy(vault, found) : refreshLocked(vault, found)
}

const moreEdits =
  'many files were changed by hand, and a read takes in only some of them at a time; "memo doctor" takes in all'

/** What is behind. Nothing is the common case, and must cost next to nothing. */
function findWork(vault: Vault, scan: Scan): { isBehind: boolean; found: ScanResult } {
  if (isIndexUnbuilt(vault)) return { isBehind: true, found: scanLater() }
  const isBehind = hasNews(vault) || (!vault.readOnly && hasFreshOutbox(vault.projections.db))
  return { isBehind, found: scanFiles(vault, scan) }
}

/** A new index knows no file, so what is on disk is compared after the log is folded. */
function scanLater(): ScanResult {
  return nothingFound()
}

function nothingFound(): ScanResult {
  return { changes: [], folders: [] }
}

function scanFiles(vault: Vault, scan: Scan): ScanResult {
  if (scan === 'none') return nothingFound()
  const { paths, ports, projections } = vault
  const isFull = scan === 'full'
  if (!isFull && !isLookDue(vault)) return { ...nothingFound(), isInTurn: true }
  if (!isFull && isWatched(paths, ports.now())) return nothingFound()
  const changes = vault.readOnly ? Number.POSITIVE_INFINITY : boundedScan.changes
  const budget = isFull ? undefined : { ...boundedScan, changes, turnFile: paths.scanTurn }
  const found = ofNote(vault, scanVault({ db: projections.db, root: paths.root, ports, budget }))
  noteLook(vault, found)
  if (isFull && !vault.readOnly && !found.changes.some(({ what }) => what === 'gone')) settleMassDeletion(vault)
  return found
}

/** Where nothing can be adopted nor noted as seen, only what says something else is told, by every read anew. */
function ofNote({ projections: { db }, paths: { root }, readOnly }: Vault, found: ScanResult): ScanResult {
  if (!readOnly) return found
  return { ...found, changes: found.changes.filter((change) => saysOther({ db, root }, change)), folders: [] }
}

function isLookDue({ looks, ports }: Vault): boolean {
  return looks === undefined || ports.elapsed() >= looks.next
}

/** The next read of a small vault looks again, which costs it next to nothing; what a read left is for the next one too. */
function noteLook({ looks, ports }: Vault, { isSmall, isPartial }: ScanResult): void {
  if (looks !== undefined && !isSmall && !isPartial) looks.next = ports.elapsed() + looks.everyMs
}

function refreshCopy(vault: Vault, found: ScanResult): Freshness {
  foldNews(vault)
  return { stale: found.changes.length > 0 }
}

function refreshLocked(vault: Vault, found: ScanResult): Freshness {
  const mustWait = isIndexUnbuilt(vault)
  try {
    vault.lock.hold(mustWait ? vault.config.lock.waitMs : readerWaitMs, 'refresh', () =>
      bringUpWhole(vault, { scan: found, onProgress: vault.onFold }),
    )
    return { stale: false }
  } catch (error) {
    if (!(error instanceof MemoError)) throw error
    if (error.code === 'BUSY' && !mustWait) return { stale: true }
    if (error.code !== 'READ_ONLY') throw error
    vault.readOnly = true
    reopenProjections(vault)
    return refreshCopy(vault, found)
  }
}

/** After a rebuild the files are met anew: only a full scan, over the folded log, tells hand edits from old versions. */
function bringUpWhole(vault: Vault, options: BringUpOptions): void {
  if (!isIndexUnbuilt(vault)) {
    bringUp(vault, options)
    return
  }
  assertLogWhole(vault)
  foldNews(vault, { onProgress: options.onProgress })
  bringUp(vault, { ...options, scan: scanFiles(vault, 'full') })
}

export interface WriteOptions extends BringUpOptions {
  /** For the message that another process sees while it waits. */
  label: string
  /** Look for hand edits in the folders of this project only; a single write must not scan a vault of any size. */
  place?: ProjectChoice
  /** How long to wait for another writer (ms), if not as long as the settings say. */
  waitMs?: number
  /** Look at every file first. */
  fullScan?: boolean
}

/**
 * Runs the work under the vault's lock with everything brought up, then writes the files that it made due. The work is
 * synchronous and appends with `appendAndFold`. Throws READ_ONLY, BUSY, INTEGRITY or IO; nothing is half done. An index that
 * is held once the log has what the work appended makes no failure of it.
 */
export async function write<T>(vault: Vault, options: WriteOptions, work: () => T): Promise<T> {
  assertWritable(vault)
  const before = vault.appended
  const once = runOnce(work)
  return recovering(vault, async () => {
    try {
      if (!vault.projections.db.isCurrent()) reopenProjections(vault)
      if (isIndexUnbuilt(vault)) await loadForBringUp(vault)
      const result = await holding(vault, options, once.run)
      if (vault.readers === undefined && hasOutbox(vault.projections.db)) await settleLater(vault, options)
      return result
    } catch (error) {
      const { done } = once
      if (done === undefined || vault.appended === before || !isInTheWay(error)) throw error
      tellBehind(vault, error)
      return done.result
    }
  })
}

/** What follows the work may have to be begun again; the work, which has appended to the log by then, is not. */
function runOnce<T>(work: () => T): { run: () => T; done: { result: T } | undefined } {
  const once = {
    done: undefined as { result: T } | undefined,
    run: () => {
      once.done ??= { result: work() }
      return once.done.result
    },
  }
  return once
}

async function holding<T>(vault: Vault, options: WriteOptions, work: () => T): Promise<T> {
  try {
    return vault.lock.hold(options.waitMs ?? vault.config.lock.waitMs, options.label, () => {
      const { scan = scanBefore(vault, options), ...rest } = options
      bringUpWhole(vault, { onProgress: vault.onFold, ...rest, scan })
      const result = work()
      bringUp(vault, rest)
      return result
    })
  } catch (error) {
    if (!(error instanceof NeedsReaders)) throw error
    await loadForBringUp(vault)
    return holding(vault, options, work)
  }
}

function scanBefore(vault: Vault, { place, fullScan }: WriteOptions): ScanResult {
  if (isIndexUnbuilt(vault)) return scanLater()
  if (fullScan === true) return scanFiles(vault, 'full')
  const { db } = vault.projections
  if (place === undefined || isWatched(vault.paths, vault.ports.now())) return nothingFound()
  const { id } = resolveProject(vault, place)
  return scanFolders({ db, root: vault.paths.root, ports: vault.ports, budget: undefined }, id)
}

/** A file that someone had edited was met while writing: adopt it now that the parsers can be loaded. */
async function settleLater(vault: Vault, options: WriteOptions): Promise<void> {
  await loadForBringUp(vault)
  vault.lock.hold(vault.config.lock.waitMs, options.label, () => bringUp(vault, {}))
}

/**
 * Index trouble never blocks the product: an index that is damaged or was deleted is replaced and folded anew, and the work
 * is tried once more.
 */
export async function withIndexRecovery<T>(vault: Vault, work: () => Promise<T>): Promise<T> {
  return recovering(vault, work, async () => {
    await refresh(vault, 'none')
    return work()
  })
}

/** Reads from the index of the vault, or of a view of it: all from one state, whatever other processes do meanwhile. */
export function readIndex<T>(vault: Vault, view: View, work: () => T): Promise<T> {
  return withIndexRecovery(vault, async () => view.projections.db.snapshot(work))
}

/** So often other processes may replace an index, or empty it for a rebuild, under one call. */
const mostTries = 5

/** The same, with the work tried again before anything is folded. */
export async function recovering<T>(vault: Vault, work: () => Promise<T>, again: () => Promise<T> = work): Promise<T> {
  let wasDamaged = false
  for (let tries = 1; ; tries++) {
    try {
      return await (tries === 1 ? work : again)()
    } catch (error) {
      // What a new index is damaged by as well is no damage.
      if (tries === mostTries || (wasDamaged && isDamage(error))) throw error
      wasDamaged ||= isDamage(error)
      replaceIndex(vault, error)
    }
  }
}
