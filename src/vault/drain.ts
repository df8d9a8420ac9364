/**
 * Emptying the outbox: files, views and project files written one by one. A failure leaves the entry with its reason
 * and never undoes the write that asked for it; the next command tries again.
 */
import { join } from 'node:path'
import { emptyRecord } from '../events/fold.ts'
import { makeFolder } from '../lib/durable-file.ts'
import { findErrno, messageOf } from '../lib/errors.ts'
import { moveAside } from '../lib/move-aside.ts'
import { type Folders, inFolders } from '../projections/files/folders.ts'
import { compareOne } from '../projections/files/scan.ts'
import { writeRecordFile } from '../projections/files/write-record-file.ts'
import { isDamage, isFileTrouble } from '../projections/index/database.ts'
import { markAllDue } from '../projections/index/due-rows.ts'
import { findFileOf, findPathOf } from '../projections/index/file-rows.ts'
import {
  hasOutbox,
  isRedaction,
  listOutbox,
  type OutboxEntry,
  postpone,
  settleAll,
} from '../projections/index/outbox.ts'
import { findProjectState } from '../projections/index/project-rows.ts'
import { findRecordContent, kindOf } from '../projections/index/record-rows.ts'
import { viewsOf } from '../projections/views/render-views.ts'
import { writeCompiled } from '../projections/views/write-compiled.ts'
import { writeViews } from '../projections/views/write-views.ts'
import { projectFolder, recordPath } from '../record/locations.ts'
import { adoptChanges } from './adopt-changes.ts'
import { projectFile } from './compiled-path.ts'
import { logError } from './error-log.ts'
import { addNotice, type Vault } from './vault.ts'

/** Entries written per transaction: a crash repeats at most these, and each repeat finds its file already right. */
const drainBatch = 500

export interface DrainOptions {
  /** Leave the views for later: a batch writes them once, at its end. */
  skipViews?: boolean
  /** Write only so many, and leave the others to the next call; views come last. */
  mostFiles?: number
}

/** Writes what is due, but for the log (`finishRedactions`). Entries that need a hand edit adopted first wait when the parsers are not loaded. */
export function drainOutbox(vault: Vault, { skipViews = false, mostFiles }: DrainOptions = {}): void {
  const { db } = vault.projections
  if (vault.readOnly || !hasOutbox(db)) return
  const entries = listOutbox(db)
    .filter((entry) => !isRedaction(entry) && !(skipViews && entry.target === 'views'))
    .slice(0, mostFiles)
  const failures: unknown[] = []
  for (let start = 0; start < entries.length && !failures.some(isHopeless); start += drainBatch) {
    drainTogether(vault, entries.slice(start, start + drainBatch), failures)
  }
  if (failures.length > 0) tellFailures(vault, failures)
}

/**
 * In one transaction. A failure of SQLite itself may have ended that already, so nothing goes on in it; what was written
 * is due once more. A damaged or replaced index is for whoever opens another.
 */
function drainTogether(vault: Vault, entries: readonly OutboxEntry[], failures: unknown[]): void {
  const { db } = vault.projections
  const isInner = db.raw.inTransaction
  try {
    db.transaction(() => drainBatchOf(vault, entries, failures))
  } catch (error) {
    if (isInner || !isOfSqlite(error) || isDamage(error) || isReplaced(vault, error)) throw error
    failures.push(error)
  }
}

/**
 * One file that cannot be written keeps no other from being written, unless the trouble is everybody's. Whatever may have
 * changed is due for the next commit.
 */
function drainBatchOf(vault: Vault, entries: readonly OutboxEntry[], failures: unknown[]): void {
  const { db } = vault.projections
  const due = new Set<string>()
  const done: OutboxEntry[] = []
  const settleDone = (): void => settleAll(db, done.splice(0))
  inFolders(db, vault.paths.root, (folders) => {
    for (const entry of entries) {
      const outcome = drainEntry({ vault, folders, due, settleDone }, entry)
      if (outcome === 'done') done.push(entry)
      else if (outcome !== 'postponed') failures.push(outcome.failure)
      if (isHopeless(failures.at(-1))) return
    }
  })
  markAllDue(db, [...due])
  settleDone()
}

interface Draining {
  vault: Vault
  folders: Folders
  /** Paths for the next commit. */
  due: Set<string>
  /** What is written is taken off together, and before anything that may ask for it again. */
  settleDone(): void
}

function drainEntry(draining: Draining, entry: OutboxEntry): 'done' | 'postponed' | { failure: unknown } {
  const { vault } = draining
  try {
    const problem = writeDue(draining, entry)
    if (problem === undefined) return 'done'
    postponeWrite(vault, entry, problem)
    return 'postponed'
  } catch (failure) {
    if (isOfSqlite(failure)) throw failure
    postpone(vault.projections.db, entry, messageOf(failure))
    return { failure }
  }
}

function isReplaced({ projections: { db } }: Vault, error: unknown): boolean {
  return isFileTrouble(error) && !db.isCurrent()
}

function isOfSqlite(error: unknown): boolean {
  return findErrno(error)?.startsWith('SQLITE_') === true
}

/** Told when it is new, not by every command that tries again; while the parsers are not loaded it is not known yet. */
function postponeWrite(vault: Vault, entry: OutboxEntry, problem: string): void {
  postpone(vault.projections.db, entry, problem)
  if (vault.readers === undefined || entry.problem === problem) return
  addNotice(vault, `saved, but the file of ${entry.project}/${entry.id} cannot be written: ${problem}`)
}

/** Troubles of the whole disk: going on would only repeat them. */
function isHopeless(failure: unknown): boolean {
  return isOfSqlite(failure) || ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(findErrno(failure) ?? '')
}

function tellFailures(vault: Vault, [first, ...others]: readonly unknown[]): void {
  const rest = others.length > 0 ? ` and ${others.length} more` : ''
  logError(vault.paths, vault.ports, 'projection', first)
  addNotice(
    vault,
    `the files could not be brought up to date (${messageOf(first)}${rest}); nothing is lost, the next command tries again`,
  )
}

/** Where the file was is due as well: it may have gone from there. */
function writeDue(draining: Draining, entry: OutboxEntry): string | undefined {
  const { vault, due } = draining
  for (const path of pathsOf(vault, entry)) due.add(path)
  const problem = writeEntry(draining, entry)
  for (const path of pathsOf(vault, entry)) due.add(path)
  return problem
}

function pathsOf({ projections: { db } }: Vault, { target, project, id }: OutboxEntry): string[] {
  const folder = projectFolder(project)
  if (target === 'views') return viewsOf(id).map((name) => `${folder}/${name}`)
  if (target === 'project') return [`${folder}/${projectFile}`]
  const path = findPathOf(db, project, id)
  return path === undefined ? [] : [path]
}

function writeEntry(draining: Draining, entry: OutboxEntry): string | undefined {
  if (entry.target === 'views') return writeViewsOf(draining, entry)
  if (entry.target === 'project') return writeProjectFile(draining, entry.project)
  return writeRecordEntry(draining, entry)
}

function writeViewsOf({ vault, folders }: Draining, { project, id: kind }: OutboxEntry): undefined {
  writeViews({ folders, setAside: setFileAside(vault) }, project, kind)
  return undefined
}

function setFileAside(vault: Vault) {
  return (path: string, reason: string): void => {
    makeFolder(vault.paths.quarantine)
    const copy = join(vault.paths.quarantine, `${path.replaceAll('/', '-')}.${reason}.${vault.ports.now()}`)
    moveAside(join(vault.paths.root, path), copy)
    addNotice(vault, `${path} was edited by hand; it is compiled, so the edit was set aside as ${copy}`)
  }
}

function writeProjectFile({ vault, folders }: Draining, project: string): undefined {
  const state = findProjectState(vault.projections.db, project)
  if (state === undefined) return undefined
  const { stamps: _, ...shown } = state
  const text = `${JSON.stringify(shown, undefined, 2)}\n`
  writeCompiled({ folders, setAside: setFileAside(vault) }, `${projectFolder(project)}/${projectFile}`, text)
  return undefined
}

function writeRecordEntry({ vault, folders, settleDone }: Draining, { project, id }: OutboxEntry): string | undefined {
  const { db } = vault.projections
  const state = findRecordContent(db, project, id) ?? emptyRecord(project, id)
  if (writeRecordFile(folders, state) !== 'blocked') return undefined
  if (vault.readers === undefined) return 'a hand edit of the file is to be adopted first'
  const path = findPathOf(db, project, id) ?? recordPath(project, kindOf(state), id)
  const change = compareOne(db, vault.paths.root, path)
  settleDone()
  if (change !== undefined) adoptChanges(vault, [change])
  const adopted = findRecordContent(db, project, id) ?? state
  if (writeRecordFile(folders, adopted) !== 'blocked') return undefined
  return findFileOf(db, project, id)?.problem ?? `${path} is in the way`
}
