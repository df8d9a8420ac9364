/** What the system told of, taken into the log: the files named, or everything where that is not enough to go by. */

import type { Cursor } from '../../events/log.ts'
import { folderTime } from '../../projections/files/compare-folder.ts'
import { type ScanResult, scanPaths, scanVault } from '../../projections/files/scan.ts'
import { folderOf } from '../../projections/index/file-rows.ts'
import { indexCursor } from '../append.ts'
import { isIndexUnbuilt } from '../bring-up.ts'
import { hasNews } from '../has-news.ts'
import { write } from '../refresh.ts'
import { reopenProjections, type Vault } from '../vault.ts'
import type { FolderWatch, Told } from './folder-watch.ts'
import { tellNews, type WatchLine } from './watch-line.ts'

export interface Session {
  vault: Vault
  folders: FolderWatch
  onLine: (line: WatchLine) => void
  /** Files that are not there, with the time (ms of `ports.elapsed`) since when. */
  away: Map<string, number>
  mustLookAtAll: boolean
  /** Nothing is told: everything is looked at now and then. */
  isPolled: boolean
  /** Up to where the log was told. Not only a batch of the watcher's takes edits in: a commit does, too. */
  toldUpTo: Cursor
  /** Something is told and not taken in yet. */
  isBusy: boolean
  /** Since when (ms of `ports.elapsed`) nothing happened. */
  quietSince: number
  /** When nothing has happened for a while, the index is to be tidied up. */
  isTidyDue: boolean
}

/** Milliseconds for which a file that is gone may come back: some editors remove it and write it anew. */
export const goneMs = 1000

type FolderTimes = ScanResult['folders']

/** The folders of which something is told, with their times now. */
export function folderTimes({ vault, folders }: Session): FolderTimes {
  const paths = new Set([...folders.told().paths].map(folderOf))
  return [...paths].flatMap((path) => {
    const mtime = folderTime(vault.paths.root, path)
    return mtime === undefined ? [] : [{ path, mtime }]
  })
}

/** Adopts, folds and writes what is due. Throws BUSY, INTEGRITY or IO. */
export async function takeIn(session: Session, told: Told, times: FolderTimes): Promise<void> {
  const { vault, folders } = session
  if (!vault.projections.db.isCurrent()) reopenProjections(vault)
  // A new index has seen nothing, and to tell the whole log would say nothing.
  const isNew = isIndexUnbuilt(vault)
  const isAll = session.mustLookAtAll || told.isAll || isNew
  if (isAll) folders.follow()
  const isWhole = isAll && !session.isPolled
  const scan = isWhole ? scanAll(vault) : keepAway(session, isAll ? scanAll(vault) : scanTold(session, told, times))
  if (isWhole) session.away.clear()
  if (isAll || scan.changes.length > 0 || scan.folders.length > 0 || hasNews(vault)) {
    await write(vault, { label: 'watch', scan }, () => undefined)
  }
  session.mustLookAtAll = false
  if (isNew) session.toldUpTo = indexCursor(vault)
  tellSince(session)
}

/** Tells what came into the log since it was last told. */
export function tellSince(session: Session): void {
  for (const line of tellNews(session.vault, session.toldUpTo)) {
    session.quietSince = session.vault.ports.elapsed()
    session.onLine(line)
  }
  session.toldUpTo = indexCursor(session.vault)
}

function scanAll({ projections, paths, ports }: Vault): ScanResult {
  return scanVault({ db: projections.db, root: paths.root, ports, budget: undefined })
}

function scanTold({ vault, away }: Session, told: Told, times: FolderTimes): ScanResult {
  const { projections, paths, ports } = vault
  const input = { db: projections.db, root: paths.root, ports, budget: undefined }
  return scanPaths(input, [...new Set([...told.paths, ...away.keys()])], times)
}

/** Leaves out files that have not been away for long. */
function keepAway({ vault, away }: Session, scan: ScanResult): ScanResult {
  const now = vault.ports.elapsed()
  const changes = scan.changes.filter((change) => {
    if (change.what !== 'gone') return true
    const since = away.get(change.path) ?? now
    away.set(change.path, since)
    return now - since >= goneMs
  })
  const stay = new Set(scan.changes.filter(({ what }) => what === 'gone').map(({ path }) => path))
  for (const { path } of changes) stay.delete(path)
  for (const path of away.keys()) if (!stay.has(path)) away.delete(path)
  // A folder is not done with while a file of it is in question.
  const open = new Set([...away.keys()].map(folderOf))
  return { changes, folders: scan.folders.filter(({ path }) => !open.has(path)) }
}
