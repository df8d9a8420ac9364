/**
 * Work of our own in the vault's folders that does not make the next scan read them: where nobody else had touched a folder
 * since it was last seen, its new time is noted as seen.
 */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { IndexDatabase } from '../index/database.ts'
import { findFolderTime, saveFolderTime } from '../index/folder-rows.ts'
import { assertInside } from './leads-out.ts'

export interface Folders {
  readonly db: IndexDatabase
  readonly root: string
  /** Throws REFUSED for a folder that leads out of the vault. */
  assertInside(folder: string): void
  /** Makes the folder where it is missing. Throws REFUSED for one that leads out of the vault. */
  work(folder: string, work: () => void): void
}

/** Where many files are written, each folder is looked up once and noted once, at the end; not if the work fails. */
export function inFolders<T>(db: IndexDatabase, root: string, work: (folders: Folders) => T): T {
  const times = folderTimes(db, root)
  const assertIsInside = insideOf(root)
  const result = work({
    db,
    root,
    assertInside: assertIsInside,
    work: (folder, change) => {
      assertIsInside(folder)
      changeFolder(times, { root, folder, change })
    },
  })
  times.save()
  return result
}

/** Looks at each folder once. */
function insideOf(root: string): (folder: string) => void {
  const inside = new Set<string>()
  return (folder) => {
    if (!inside.has(folder)) assertInside(root, folder)
    inside.add(folder)
  }
}

interface FolderTimes {
  /** The time (ms) at which the folder was last seen. */
  lookUp(folder: string): number | undefined
  /** Takes the folder as it is for seen. */
  note(folder: string): void
  /** Writes what was noted to the index. */
  save(): void
}

function folderTimes(db: IndexDatabase, root: string): FolderTimes {
  const known = new Map<string, number | undefined>()
  const noted = new Map<string, number>()
  return {
    lookUp: (folder) => {
      if (noted.has(folder)) return noted.get(folder)
      if (!known.has(folder)) known.set(folder, findFolderTime(db, folder))
      return known.get(folder)
    },
    note: (folder) => {
      const time = timeOf(join(root, folder))
      if (time !== undefined) noted.set(folder, time)
    },
    save: () => {
      for (const [folder, time] of noted) saveFolderTime(db, folder, time)
    },
  }
}

interface FolderChange {
  root: string
  folder: string
  change: () => void
}

function changeFolder(times: FolderTimes, { root, folder, change }: FolderChange): void {
  const path = join(root, folder)
  const [seen, before] = [times.lookUp(folder), timeOf(path)]
  if (before === undefined) mkdirSync(path, { recursive: true, mode: 0o700 })
  change()
  if (before !== undefined && before !== seen) return
  times.note(folder)
  if (before === undefined) noteParents(times, dirname(folder))
}

/** A folder of ours that is new changes its parent's time as well; what else is new there is found by a full scan. */
function noteParents(times: FolderTimes, folder: string): void {
  if (folder === '.' || folder === '') return
  times.note(folder)
  noteParents(times, dirname(folder))
}

/** The same for one file. */
export function inFolder(db: IndexDatabase, root: string, folder: string, work: () => void): void {
  inFolders(db, root, (folders) => folders.work(folder, work))
}

function timeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
