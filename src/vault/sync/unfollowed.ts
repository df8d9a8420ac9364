/**
 * Record files that nobody can follow: they do not parse, or hold conflict markers. One that a person is still at stays as
 * it is on disk, and is in no commit of memo's. One that git has just so (a merge by hand wove two versions into one that
 * is none, or somebody committed it without memo) is safe there, and is written anew.
 */
import { join } from 'node:path'
import { findEntries, type TreeFile } from '../../audit/tree.ts'
import { isPresent } from '../../events/fold.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { deleteFileState, type FileState, findFileOf, listFileProblems } from '../../projections/index/file-rows.ts'
import { enqueue } from '../../projections/index/outbox.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { write } from '../refresh.ts'
import { isSecretProblem } from '../refuse-secret-file.ts'
import type { Vault } from '../vault.ts'
import type { Skipped } from './news.ts'
import { isAsIn } from './own-file.ts'

/** Writes those anew that the commit holds as they are; tells which. */
export async function renewCommitted(vault: Vault, head: string | undefined): Promise<Skipped[]> {
  const { db } = vault.projections
  const { root } = vault.paths
  const broken = listFileProblems(db).filter((file) => isBroken(vault, file))
  if (broken.length === 0 || head === undefined) return []
  const committed = findEntries(
    root,
    head,
    broken.map(({ path }) => path),
  )
  const safe = broken.filter(({ path }) => isCommitted(root, path, committed))
  if (safe.length === 0) return []
  await write(vault, { label: 'sync' }, () => {
    for (const file of safe.filter(({ path }) => isCommitted(root, path, committed))) renew(vault, file)
  })
  return safe.map(({ path, problem }) => ({
    path,
    reason: `${problem}; it is written anew, and stays as it was in git`,
  }))
}

/** It is the file of its record, and a file that claims the id of another is not, nor one that is kept out for a secret. */
function isBroken({ projections: { db } }: Vault, file: FileState): boolean {
  const { project, id, path } = file
  const isOwner = findFileOf(db, project, id)?.path === path
  return isOwner && !isSecretProblem(file) && isPresent(findRecord(db, project, id)?.state)
}

function isCommitted(root: string, path: string, committed: ReadonlyMap<string, TreeFile>): boolean {
  const file = committed.get(path)
  return file !== undefined && isAsIn(root, path, file)
}

function renew({ projections: { db }, paths }: Vault, { path, project, id }: FileState): void {
  removeFile(join(paths.root, path))
  deleteFileState(db, path)
  enqueue(db, 'file', project, id)
}
