/**
 * Work of our own in the vault's folders that does not make the next scan read them: where nobody else had touched a folder
 * since it was last seen, its new time is noted as seen.
 */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { IndexDatabase } from '../index/database.ts'
import { findFolderTime, saveFolderTime } from '../index/file-rows.ts'
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
  const times = new Map<string, number | undefined>()
  const changed = new Set<string>()
  const note = (folder: string, time: number): void => {
    times.set(folder, time)
    changed.add(folder)
  }
  const inside = new Set<string>()
  const assertIsInside = (folder: string): void => {
    if (!inside.has(folder)) assertInside(root, folder)
    inside.add(folder)
  }
  const lookUp = (folder: string): number | undefined => {
    if (times.has(folder)) return times.get(folder)
    const time = findFolderTime(db, folder)
    times.set(folder, time)
    return time
  }
  /** A folder of ours that is new changes its parent's time as well; what else is new there is found by a full scan. */
  const noteParents = (folder: string): void => {
    if (folder === '.' || folder === '') return
    const time = timeOf(join(root, folder))
    if (time !== undefined) note(folder, time)
    noteParents(dirname(folder))
  }
  const result = work({
    db,
    root,
    assertInside: assertIsInside,
    work: (folder, change) => {
      assertIsInside(folder)
      const seen = lookUp(folder)
      const path = join(root, folder)
      const before = timeOf(path)
      if (before === undefined) mkdirSync(path, { recursive: true, mode: 0o700 })
      change()
      if (before !== undefined && before !== seen) return
      note(folder, statSync(path).mtimeMs)
      if (before === undefined) noteParents(dirname(folder))
    },
  })
  for (const folder of changed) saveFolderTime(db, folder, times.get(folder) ?? 0)
  return result
}

/** The same for one file. */
export function inFolder(db: IndexDatabase, root: string, folder: string, work: () => void): void {
  inFolders(db, root, (folders) => folders.work(folder, work))
}

function timeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
