/**
 * Told by the system what changes in the folders of a vault. One watch for each folder, not for each file: a folder's
 * watch tells of the files in it by name, and a vault has a hundred thousand files but some hundred folders.
 */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { walkFolders } from '../../projections/files/scan.ts'
import { parseRecordPath } from '../../record/locations.ts'
import type { VaultPaths } from '../layout.ts'

/** What was told and not taken yet. */
export interface Told {
  /** Record files that changed, came or went. */
  paths: Set<string>
  /** Everything must be looked at: folders came or went, or more was told than is worth following one by one. */
  isAll: boolean
  /** Logs grew. */
  hasNews: boolean
}

export interface FolderWatch {
  /** What was told so far; it goes on to be filled. */
  told(): Told
  /** Empties what was told. */
  take(): Told
  isQuiet(): boolean
  /** Follows folders that came, forgets those that went. */
  follow(): void
  close(): void
}

/** Past so many a look at everything costs less, and the system's own queue may have run over (16384 on Linux). */
const mostPaths = 2000

export interface WatchListener {
  onChange: () => void
  /** Somebody asks how far the watcher is. */
  onAsked: () => void
}

/** Throws IO where the system has no watch left. */
export function watchFolders(paths: VaultPaths, { onChange, onAsked }: WatchListener): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let told = nothing()
  const onEvent = (folder: string, name: string | null): void => {
    if (folder === '.sync') {
      if (name === null || name === basename(paths.watchAsked)) onAsked()
      return
    }
    if (note(told, paths.root, name === null ? undefined : `${folder}/${name}`, watchers)) onChange()
  }
  const follow = (): void => {
    const folders = new Set(listFolders(paths))
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of folders) {
      if (!watchers.has(folder)) open(paths.root, folder, watchers, onEvent)
    }
  }
  follow()
  return {
    follow,
    told: () => told,
    take: () => {
      const taken = told
      told = nothing()
      return taken
    },
    isQuiet: () => told.paths.size === 0 && !told.isAll && !told.hasNews,
    close: () => {
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** Watches nothing, for who looks by itself: no watch is needed, which a system may lack or a distant folder not have. */
export function unwatchedFolders(): FolderWatch {
  const ignore = (): void => undefined
  return { told: nothing, take: nothing, isQuiet: () => true, follow: ignore, close: ignore }
}

function nothing(): Told {
  return { paths: new Set(), isAll: false, hasNews: false }
}

/** Whether it is of any interest. Without a path the system only says that something happened. */
function note(told: Told, root: string, path: string | undefined, watched: ReadonlyMap<string, unknown>): boolean {
  if (path?.endsWith('.tmp')) return false
  if (path === undefined || told.paths.size >= mostPaths) told.isAll = true
  else if (path.startsWith('events/') && path.endsWith('.jsonl')) told.hasNews = true
  else if (parseRecordPath(path) !== undefined && !watched.has(path)) told.paths.add(path)
  else if (watched.has(path) || isFolder(join(root, path))) told.isAll = true
  else return false
  return true
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function listFolders({ root, events }: VaultPaths): string[] {
  const writers = isFolder(events) ? readdirSync(events, { withFileTypes: true }).filter((at) => at.isDirectory()) : []
  const logs = isFolder(events) ? ['events', ...writers.map(({ name }) => `events/${name}`)] : []
  return ['.sync', ...walkFolders(root, 'projects').map(({ path }) => path), ...logs]
}

function open(
  root: string,
  folder: string,
  watchers: Map<string, FSWatcher>,
  onEvent: (folder: string, name: string | null) => void,
): void {
  try {
    const watcher = watch(join(root, folder), (_, name) => onEvent(folder, name))
    watchers.set(folder, watcher)
    // The folder went, or the system gave the watch up: look at everything, and follow anew.
    watcher.on('error', () => {
      watcher.close()
      watchers.delete(folder)
      onEvent(folder, null)
    })
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return
    if (!['ENOSPC', 'EMFILE'].includes(findErrno(error) ?? '')) throw error
    const hint = 'use --poll, or raise the limit of the system (fs.inotify.max_user_watches)'
    throw new MemoError('IO', 'the system watches no more folders', { hint, cause: error })
  }
}
