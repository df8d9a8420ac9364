/**
 * Their bytes of the files that follow from the log. The log says what a record holds; comments, order and quoting of a
 * person stand only in its file, so a file that was not touched here is taken as it is there, and noted as written: what
 * the log says beyond it is spliced in by the next writing. A file that was touched here stays the start.
 */

import { join } from 'node:path'
import type { TreeChange } from '../../audit/tree.ts'
import { isPresent } from '../../events/fold.ts'
import { shortHash } from '../../lib/hash.ts'
import { inFolder } from '../../projections/files/folders.ts'
import { bodyHash } from '../../projections/files/render.ts'
import { findSignature } from '../../projections/files/signature.ts'
import { isDeletedByHand } from '../../projections/files/write-record-file.ts'
import { deleteFileState, findFileOf, folderOf, saveFileState } from '../../projections/index/file-rows.ts'
import { enqueue } from '../../projections/index/outbox.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { noteCompiled } from '../../projections/views/write-compiled.ts'
import { parseCompiledPath } from '../compiled-path.ts'
import type { Vault } from '../vault.ts'
import { isInside } from '../vault-path.ts'
import type { News } from './news.ts'
import { isAsIn, isReachable, removeOwn, writeOwn } from './own-file.ts'
import { keyOf, type RecordChange } from './record-changes.ts'

/**
 * Takes the files of records; those of one that moved are taken away first. Gives the paths of files whose names no clone
 * takes, in whose place one of theirs has come.
 */
export function takeRecordFiles(vault: Vault, news: News, changes: readonly RecordChange[]): string[] {
  const elsewhere = new Set(changes.filter(({ after }) => after !== undefined).map(keyOf))
  const untouched = changes.filter(({ path, change }) => isAsIn(vault.paths.root, path, change.before))
  for (const change of untouched.filter(({ after }) => after === undefined)) removeRecordFile(vault, change, elsewhere)
  const replaced = untouched
    .filter(({ after }) => after !== undefined)
    .flatMap((change) => takeRecordFile(vault, news, change))
  for (const { location, id } of changes) {
    if (findRecord(vault.projections.db, location.project, id) !== undefined)
      enqueue(vault.projections.db, 'file', location.project, id)
  }
  return replaced
}

function removeRecordFile(vault: Vault, change: RecordChange, elsewhere: ReadonlySet<string>): void {
  const { db } = vault.projections
  const { path, location, id } = change
  const state = findRecord(db, location.project, id)?.state
  const isMeant = !isPresent(state) || isDeletedByHand(state) || elsewhere.has(keyOf(change))
  if (!isMeant) return
  inFolder(db, vault.paths.root, folderOf(path), () => removeOwn(vault.paths.root, path))
  deleteFileState(db, path)
}

function takeRecordFile(vault: Vault, news: News, { path, location, id, change, after }: RecordChange): string[] {
  const { db } = vault.projections
  const { root } = vault.paths
  const state = findRecord(db, location.project, id)?.state
  if (after === undefined || change.after === undefined || !isPresent(state) || !isReachable(root, path)) return []
  const owner = findFileOf(db, location.project, id)
  const former = owner === undefined || owner.path === path ? undefined : owner.path
  const isOdd = former !== undefined && !isInside(former)
  if (former !== undefined && !isOdd && findSignature(join(root, former)) !== undefined) return []
  if (isOdd) inFolder(db, root, folderOf(former), () => removeOwn(root, former))
  if (former !== undefined) deleteFileState(db, former)
  const bytes = news.read(change.after.oid)
  inFolder(db, root, folderOf(path), () => {
    const signature = writeOwn(root, path, bytes)
    const said = { hash: shortHash(bytes), projected: after.data, bodyHash: bodyHash(after.body), problem: undefined }
    saveFileState(db, { ...signature, path, project: location.project, id, ...said })
  })
  return isOdd ? [former] : []
}

/** Views and project files: what is due is compiled anew anyway. True for a path that is one of them. */
export function takeCompiled(vault: Vault, news: News, { path, before, after }: TreeChange): boolean {
  const compiled = parseCompiledPath(path)
  if (compiled === undefined) return false
  const { root } = vault.paths
  if (after === undefined || !isAsIn(root, path, before) || !isReachable(root, path)) return true
  const bytes = news.read(after.oid)
  inFolder(vault.projections.db, root, folderOf(path), () => writeOwn(root, path, bytes))
  noteCompiled(vault.projections.db, path, bytes)
  if (!compiled.isView) enqueue(vault.projections.db, 'project', compiled.project)
  return true
}
