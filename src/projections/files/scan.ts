/**
 * Finding what a person changed by hand. A stat tells for each known file whether it is as it was last seen, a folder's
 * time whether names came or went. A full scan looks at everything; a bounded one spends its milliseconds on folders
 * first and on files in turn, from where the last one stopped, and stops also where there is more to adopt than a read
 * should wait for.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from '../../lib/ports.ts'
import type { IndexDatabase } from '../index/database.ts'
import {
  findFileState,
  folderOf,
  type KnownFile,
  listFileFolders,
  listFilesOf,
  listKnownFiles,
} from '../index/file-rows.ts'
import { deleteFolder, listFolders, saveFolderTime } from '../index/folder-rows.ts'
import { compareFolder, folderTime } from './compare-folder.ts'
import { type HaltedFolder, noteTurn, readTurn } from './scan-turn.ts'
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
  /** Undefined for everything. */
  budget: ScanBudget | undefined
}

export interface ScanBudget {
  ms: number
  /** Of them, what may be spent on files in turn. */
  turnMs: number
  /** Changes to find at most. */
  changes: number
  /** Where it is noted how far the last scan came. */
  turnFile: string
}

export interface ScanResult {
  changes: FileChange[]
  /** Folder times to note once the changes are dealt with, so that a crash in between finds them again. */
  folders: { path: string; mtime: number | undefined }[]
  /** The folder in whose middle a bounded scan stopped. */
  halted?: HaltedFolder
  /** Notes where the next one begins. */
  noteTurn?: () => void
  /** There may be more: a folder was left in its middle, or the most changes were found. */
  isPartial?: boolean
  /** All was looked at, and it was little. */
  isSmall?: boolean
  /** Files were left for later looks, and not for there being more changes than a read takes in. */
  isInTurn?: boolean
}

/** Files looked at between two looks at the clock. */
const stride = 256
/**
 * Files and folders that are looked at whatever the clock says: some 2 ms, within which a small vault is looked at whole
 * also where the process has to wait for its turn.
 */
export const leastLooks = 256

export function scanVault(input: ScanInput): ScanResult {
  return input.budget === undefined ? scanAll(input) : scanInTurn(input, input.budget)
}

/** Only the folders of one project, and the files named: what a write needs to know before it changes them. */
export function scanFolders(input: ScanInput, project: string): ScanResult {
  const prefix = `projects/${project}`
  const known = listFolders(input.db).filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
  return scanKnownFolders(input, known, () => false, undefined)
}

/**
 * Only the files named, for a watcher that was told of each change. Times of their folders are noted as given: as they
 * were before it was known that no other change of these folders was still to be told.
 */
export function scanPaths(
  { db, root }: ScanInput,
  paths: readonly string[],
  folders: ScanResult['folders'],
): ScanResult {
  return { changes: paths.flatMap((path) => compareOne(db, root, path) ?? []), folders }
}

/**
 * Only those of the files that are known, and only whether what they say was edited, for an answer that tells of them. One that
 * is gone is left to a look at its folder, which also meets it where it was moved to.
 */
export function scanKnownFiles({ db, root }: Pick<ScanInput, 'db' | 'root'>, paths: readonly string[]): ScanResult {
  const known = [...Map.groupBy(paths, folderOf)].flatMap(([folder, inside]) =>
    listFilesOf(
      db,
      folder,
      inside.map((path) => path.slice(folder.length + 1)),
    ),
  )
  const changes = known.flatMap((file) => compareFile(root, file) ?? [])
  return { changes: changes.filter(({ what }) => what === 'changed'), folders: [] }
}

/** Notes that the scan's changes were dealt with. */
export function finishScan(db: IndexDatabase, { folders, noteTurn: note }: ScanResult): void {
  for (const { path, mtime } of folders) {
    if (mtime === undefined) deleteFolder(db, path)
    else saveFolderTime(db, path, mtime)
  }
  note?.()
}

function scanAll(input: ScanInput): ScanResult {
  const { db, root } = input
  const changes: FileChange[] = []
  const folders: ScanResult['folders'] = walkFolders(root, 'projects')
  const found = new Set(folders.map(({ path }) => path))
  const vanished = [...new Set([...listFolders(db).map(({ path }) => path), ...listFileFolders(db)])]
  for (const path of vanished) if (!found.has(path)) folders.push({ path, mtime: undefined })
  for (const { path } of folders) compareFolder({ ...input, folder: path, after: '', changes, isOver: () => false })
  return { changes, folders }
}

/** Every file that was ever seen and not noted as gone, folder by folder. */
export function* allKnownFiles(db: IndexDatabase): Generator<KnownFile> {
  for (let after = ''; ; ) {
    const page = listKnownFiles(db, { after, limit: 1000 })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.path
  }
}

export interface Folder {
  path: string
  mtime: number
}

/** The folders that can hold records: `projects`, each project, each kind; deeper ones belong to nobody. */
export function walkFolders(root: string, path: string, depth = 0): Folder[] {
  const mtime = folderTime(root, path)
  if (mtime === undefined) return []
  const entries = depth < 2 ? readdirSync(join(root, path), { withFileTypes: true }) : []
  const inner = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  return [{ path, mtime }, ...inner.sort().flatMap((name) => walkFolders(root, `${path}/${name}`, depth + 1))]
}

function scanInTurn(input: ScanInput, budget: ScanBudget): ScanResult {
  const { db, ports } = input
  const end = ports.now() + budget.ms
  const known = listFolders(db)
  // Nothing seen yet (a new index): only a full scan tells what is there.
  if (known.length === 0) return scanAll(input)
  const begun = readTurn(budget.turnFile)
  const result: ScanResult = { changes: [], folders: [] }
  const isFull = (): boolean => result.changes.length >= budget.changes
  let looked = 0
  const isOverAt = (deadline: number) => (count: number) => {
    looked += count
    return isFull() || (looked >= leastLooks && ports.now() >= deadline)
  }
  scanKnownFolders(input, known, isOverAt(end), begun.halted, result)
  const isOver = isOverAt(Math.min(end, ports.now() + budget.turnMs))
  const { after, isRound } = scanFilesInTurn(input, { after: begun.after, isOver, changes: result.changes })
  const { halted } = result
  if (isFull() || halted !== undefined) result.isPartial = true
  else result.isSmall = looked < leastLooks
  result.isInTurn = !isFull() && (!isRound || halted !== undefined)
  const isElsewhere = after !== begun.after || halted !== undefined || begun.halted !== undefined
  if (isElsewhere && !db.isCopy) result.noteTurn = () => noteTurn(budget.turnFile, { after, ...(halted && { halted }) })
  // Nothing is to be adopted first, so the next look may begin there whatever becomes of this one.
  if (result.changes.length === 0) result.noteTurn?.()
  return result
}

function scanKnownFolders(
  input: ScanInput,
  known: readonly { path: string; mtime: number }[],
  isOver: (looked: number) => boolean,
  halted: HaltedFolder | undefined,
  result: ScanResult = { changes: [], folders: [] },
): ScanResult {
  const { root } = input
  const seen = new Set(known.map(({ path }) => path))
  const look = (path: string, mtime: number | undefined): void => {
    if (result.halted !== undefined) return
    const begun = halted?.path === path ? halted : { mtime, after: '' }
    const after = compareFolder({ ...input, folder: path, after: begun.after, changes: result.changes, isOver })
    if (after === undefined || begun.mtime === undefined) result.folders.push({ path, mtime: begun.mtime })
    else result.halted = { path, mtime: begun.mtime, after }
  }
  for (const { path, mtime } of known) {
    if (result.halted !== undefined || isOver(1)) break
    const now = folderTime(root, path)
    if (now === mtime) continue
    look(path, now)
    for (const inner of now === undefined ? [] : walkFolders(root, path, depthOf(path)).slice(1)) {
      if (!seen.has(inner.path)) look(inner.path, inner.mtime)
    }
  }
  return result
}

function depthOf(path: string): number {
  return path.split('/').length - 1
}

/**
 * Goes round all known files once at most, and adds what it finds to the changes. Gives the file behind which it stopped, an
 * empty name for the first, and whether it came round.
 */
function scanFilesInTurn(
  { db, root }: ScanInput,
  { after: start, isOver, changes }: { after: string; isOver: (looked: number) => boolean; changes: FileChange[] },
): { after: string; isRound: boolean } {
  const changed = new Set(changes.map(({ path }) => path))
  let after = start
  // To the last file, then from the first up to where it began. To count them first takes as long as to look at hundreds.
  let until: string | undefined
  for (let isDone = isOver(0); !isDone; ) {
    const page = listKnownFiles(db, { after, until, limit: stride })
    for (const file of page) {
      const change = changed.has(file.path) ? undefined : compareFile(root, file)
      after = file.path
      if (change !== undefined) changes.push(change)
      if (change !== undefined && isOver(0)) return { after, isRound: false }
    }
    isDone = isOver(page.length)
    if (page.length === stride && after !== until) continue
    if (start === '' || until !== undefined) return { after: '', isRound: true }
    after = ''
    until = start
  }
  return { after, isRound: false }
}

function compareFile(root: string, file: KnownFile): FileChange | undefined {
  // Put together by hand: a look at hundreds of files would spend a third of its time on `join`.
  const now = findSignature(`${root}/${file.path}`)
  if (now === undefined) return { path: file.path, what: 'gone' }
  return isSame(now, file) ? undefined : { path: file.path, what: 'changed' }
}

/** For callers that must look at one record's file alone. */
export function compareOne(db: IndexDatabase, root: string, path: string): FileChange | undefined {
  const known = findFileState(db, path)
  if (known !== undefined) return compareFile(root, known)
  return folderTime(root, folderOf(path)) !== undefined && findSignature(join(root, path)) !== undefined
    ? { path, what: 'new' }
    : undefined
}
