/**
 * Finding what a person changed by hand. A stat tells for each known file whether it is as it was last seen, a folder's
 * time whether names came or went. A full scan looks at everything; a bounded one spends its milliseconds on folders
 * first and on files in turn, from where the last one stopped.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from '../../lib/ports.ts'
import { parseRecordPath } from '../../record/locations.ts'
import type { IndexDatabase } from '../index/database.ts'
import {
  countFiles,
  deleteFolder,
  findFileState,
  folderOf,
  type KnownFile,
  listFilesIn,
  listFolders,
  listKnownFiles,
  readSetting,
  saveFolderTime,
  saveSetting,
} from '../index/file-rows.ts'
import { findSignature, isSame } from './signature.ts'

export interface FileChange {
  path: string
  /** `changed` is there and not as last seen, `new` was never seen, `gone` is there no more. */
  what: 'changed' | 'new' | 'gone'
}

export interface ScanInput {
  db: IndexDatabase
  root: string
  ports: Ports
  /** Milliseconds to spend; undefined for everything. */
  budgetMs: number | undefined
}

export interface ScanResult {
  changes: FileChange[]
  /** Folder times to note once the changes are dealt with, so that a crash in between finds them again. */
  folders: { path: string; mtime: number | undefined }[]
}

/** Files looked at between two looks at the clock. */
const stride = 256
const turnSetting = 'scan.after'

export function scanVault(input: ScanInput): ScanResult {
  return input.budgetMs === undefined ? scanAll(input) : scanInTurn(input, input.budgetMs)
}

/** Only the folders of one project, and the files named: what a write needs to know before it changes them. */
export function scanFolders(input: ScanInput, project: string): ScanResult {
  const prefix = `projects/${project}`
  const known = listFolders(input.db).filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
  return scanKnownFolders(input, known, () => false)
}

/** Notes that the scan's changes were dealt with. */
export function finishScan(db: IndexDatabase, { folders }: ScanResult): void {
  for (const { path, mtime } of folders) {
    if (mtime === undefined) deleteFolder(db, path)
    else saveFolderTime(db, path, mtime)
  }
}

function scanAll(input: ScanInput): ScanResult {
  const { db, root } = input
  const folders = walkFolders(root, 'projects')
  const found = new Set<string>()
  const changes: FileChange[] = []
  for (const { path, names } of folders) {
    for (const name of names) {
      const file = `${path}/${name}`
      if (parseRecordPath(file) === undefined) continue
      found.add(file)
      const known = findFileState(db, file)
      if (known === undefined) changes.push({ path: file, what: 'new' })
      else if (isChanged(root, known)) changes.push({ path: file, what: 'changed' })
    }
  }
  for (const { path } of allKnownFiles(db)) {
    if (!found.has(path)) changes.push({ path, what: 'gone' })
  }
  const vanished = listFolders(db).filter(({ path }) => !folders.some((folder) => folder.path === path))
  return {
    changes,
    folders: [
      ...folders.map(({ path, mtime }) => ({ path, mtime })),
      ...vanished.map(({ path }) => ({ path, mtime: undefined })),
    ],
  }
}

/** Every file that was ever seen and not noted as gone, in path order. */
export function* allKnownFiles(db: IndexDatabase): Generator<KnownFile> {
  for (let after = ''; ; ) {
    const page = listKnownFiles(db, after, 1000)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.path
  }
}

interface Folder {
  path: string
  mtime: number
  names: string[]
}

/** The folders that can hold records: `projects`, each project, each kind; deeper ones belong to nobody. */
function walkFolders(root: string, path: string, depth = 0): Folder[] {
  const mtime = folderTime(root, path)
  if (mtime === undefined) return []
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const inner = depth < 2 ? entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')) : []
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  return [{ path, mtime, names }, ...inner.flatMap(({ name }) => walkFolders(root, `${path}/${name}`, depth + 1))]
}

function folderTime(root: string, path: string): number | undefined {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  return stat?.isDirectory() ? stat.mtimeMs : undefined
}

function scanInTurn(input: ScanInput, budgetMs: number): ScanResult {
  const { db, ports } = input
  const deadline = ports.now() + budgetMs
  const isOver = (): boolean => ports.now() >= deadline
  const known = listFolders(db)
  // Nothing seen yet (a new index): only a full scan tells what is there.
  if (known.length === 0) return scanAll(input)
  const result = scanKnownFolders(input, known, isOver)
  const changed = new Set(result.changes.map(({ path }) => path))
  for (const change of scanFilesInTurn(input, isOver)) {
    if (!changed.has(change.path)) result.changes.push(change)
  }
  return result
}

function scanKnownFolders(
  input: ScanInput,
  known: readonly { path: string; mtime: number }[],
  isOver: () => boolean,
): ScanResult {
  const { root } = input
  const result: ScanResult = { changes: [], folders: [] }
  const seen = new Set(known.map(({ path }) => path))
  for (const { path, mtime } of known) {
    if (isOver()) break
    const now = folderTime(root, path)
    if (now === mtime) continue
    compareFolder(input, path, result)
    result.folders.push({ path, mtime: now })
    for (const inner of now === undefined ? [] : walkFolders(root, path, depthOf(path)).slice(1)) {
      if (seen.has(inner.path)) continue
      compareFolder(input, inner.path, result)
      result.folders.push({ path: inner.path, mtime: inner.mtime })
    }
  }
  return result
}

function depthOf(path: string): number {
  return path.split('/').length - 1
}

function compareFolder({ db, root }: ScanInput, folder: string, result: ScanResult): void {
  const known = new Map(listFilesIn(db, folder).map((file) => [file.path, file]))
  const names = folderTime(root, folder) === undefined ? [] : readdirSync(join(root, folder))
  for (const name of names.sort()) {
    const path = `${folder}/${name}`
    const file = known.get(path)
    known.delete(path)
    if (file === undefined && parseRecordPath(path) !== undefined) result.changes.push({ path, what: 'new' })
    else if (file !== undefined && isChanged(root, file)) result.changes.push({ path, what: 'changed' })
  }
  for (const path of known.keys()) result.changes.push({ path, what: 'gone' })
}

/** Goes round all known files once at most, beginning behind the file where the last scan ran out of time. */
function* scanFilesInTurn({ db, root }: ScanInput, isOver: () => boolean): Generator<FileChange> {
  const start = readSetting(db, turnSetting) ?? ''
  let after = start
  let left = countFiles(db)
  while (left > 0 && !isOver()) {
    const page = listKnownFiles(db, after, Math.min(stride, left))
    for (const file of page) {
      const change = compareFile(root, file)
      if (change !== undefined) yield change
    }
    left -= page.length
    const last = page.at(-1)
    if (last === undefined && after === '') break
    after = last?.path ?? ''
  }
  const stopped = left > 0 ? after : ''
  if (stopped !== start && !db.isCopy) saveSetting(db, turnSetting, stopped)
}

function compareFile(root: string, file: KnownFile): FileChange | undefined {
  const now = findSignature(join(root, file.path))
  if (now === undefined) return { path: file.path, what: 'gone' }
  return isSame(now, file) ? undefined : { path: file.path, what: 'changed' }
}

function isChanged(root: string, known: KnownFile): boolean {
  const now = findSignature(join(root, known.path))
  return now === undefined || !isSame(now, known)
}

/** The folder of a path, for callers that must look at one record's file alone. */
export function compareOne(db: IndexDatabase, root: string, path: string): FileChange | undefined {
  const known = findFileState(db, path)
  if (known !== undefined) return compareFile(root, known)
  return folderTime(root, folderOf(path)) !== undefined && findSignature(join(root, path)) !== undefined
    ? { path, what: 'new' }
    : undefined
}
