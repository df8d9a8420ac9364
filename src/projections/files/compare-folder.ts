/**
 * One folder compared with what was last seen in it, some names at a time, so that a folder of any size can be left in
 * the middle and taken up again there.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseRecordPath } from '../../record/locations.ts'
import type { IndexDatabase } from '../index/database.ts'
import { listFilesIn, listFilesOf } from '../index/file-rows.ts'
import type { FileChange } from './scan.ts'
import { findSignature, isSame } from './signature.ts'

export interface FolderInput {
  db: IndexDatabase
  root: string
  folder: string
  /** The name behind which to begin; empty for the first. */
  after: string
  changes: FileChange[]
  /** Asked after every few names; is told how many were looked at since. */
  isOver: (looked: number) => boolean
}

/** Names looked at between two looks at the clock. */
const stride = 256

/** Adds to `changes`. Returns the name behind which it stopped, or undefined when all names were looked at. */
export function compareFolder(input: FolderInput): string | undefined {
  const { db, root, folder, after, changes, isOver } = input
  const names = folderTime(root, folder) === undefined ? [] : readdirSync(join(root, folder)).sort()
  const rest = after === '' ? names : names.slice(names.findLastIndex((name) => name <= after) + 1)
  for (let start = 0; start < rest.length; start += stride) {
    const page = rest.slice(start, start + stride)
    const stopped = comparePage(input, page)
    if (stopped !== undefined) return stopped
    if (isOver(page.length) && start + stride < rest.length) return page.at(-1)
  }
  const present = new Set(names)
  for (const { path } of listFilesIn(db, folder)) {
    if (!present.has(path.slice(folder.length + 1))) changes.push({ path, what: 'gone' })
  }
  return undefined
}

function comparePage({ db, root, folder, changes, isOver }: FolderInput, page: readonly string[]): string | undefined {
  const paths = page.map((name) => `${folder}/${name}`)
  const known = new Map(listFilesOf(db, folder, page).map((file) => [file.path, file]))
  for (const [n, path] of paths.entries()) {
    const before = changes.length
    const file = known.get(path)
    if (file === undefined && parseRecordPath(path) !== undefined) changes.push({ path, what: 'new' })
    else if (file !== undefined && isChanged(root, file)) changes.push({ path, what: 'changed' })
    if (changes.length > before && isOver(0)) return page[n]
  }
  return undefined
}

export function folderTime(root: string, path: string): number | undefined {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  return stat?.isDirectory() ? stat.mtimeMs : undefined
}

function isChanged(root: string, known: { path: string; size: number; mtime: number; inode: number }): boolean {
  const now = findSignature(`${root}/${known.path}`)
  return now === undefined || !isSame(now, known)
}
