/**
 * A `git merge` or `git pull` by hand that stopped on a conflict. What git could not merge is put back to this side's
 * version (a copy with git's markers is set aside), and then their commit is taken in as every sync does.
 */
import { join } from 'node:path'
import { findCommit } from '../../audit/branch.ts'
import { resetIndex } from '../../audit/merge-commit.ts'
import { readRepository } from '../../audit/repository-state.ts'
import { readBlobNow } from '../../audit/tree.ts'
import { listOpenPaths, type OpenPath, quitMerge, readMergeHeads } from '../../audit/unfinished-merge.ts'
import { findSegment } from '../../events/segments.ts'
import { makeFolder, replaceFile } from '../../lib/durable-file.ts'
import { freePath } from '../../lib/move-aside.ts'
import { addNotice, type Vault } from '../vault.ts'
import { type Merged, mergeTheirs } from './merge.ts'
import { readOwn, removeOwn, writeOwn } from './own-file.ts'

/** Ends the merge; gives what was taken in, or undefined where somebody moved the branch meanwhile. */
export async function finishMerge(vault: Vault): Promise<Merged[] | undefined> {
  const { root } = vault.paths
  const open = await listOpenPaths(root)
  vault.lock.hold(vault.config.lock.waitMs, 'sync', () => {
    for (const path of open) restoreOurs(vault, path)
  })
  const done: Merged[] = []
  for (const theirs of readMergeHeads(await readRepository(root))) {
    const merged = await mergeTheirs(vault, theirs)
    if (merged === undefined) return undefined
    done.push(merged)
  }
  await quitMerge(root)
  const head = await findCommit(root, 'HEAD')
  if (head !== undefined) await resetIndex(root, head)
  return done
}

/** A file without markers was resolved by somebody, and is a hand edit. A log is never resolved by hand. */
function restoreOurs(vault: Vault, { path, ours }: OpenPath): void {
  const { root } = vault.paths
  const bytes = readOwn(root, path)
  const isOpen = bytes !== undefined && /^<{7} [\s\S]*^>{7} /m.test(bytes.toString())
  if (bytes !== undefined && !isOpen && findSegment(path) === undefined) return
  if (bytes !== undefined && isOpen) setAside(vault, path, bytes)
  if (ours === undefined) removeOwn(root, path)
  else writeOwn(root, path, readBlobNow(root, ours))
}

function setAside(vault: Vault, path: string, bytes: Buffer): void {
  const { paths, ports } = vault
  makeFolder(paths.quarantine)
  const copy = freePath(join(paths.quarantine, `${path.replaceAll('/', '-')}.conflict.${ports.now()}`))
  replaceFile(copy, bytes, { durable: true })
  addNotice(vault, `git had left conflict markers in ${path}; a copy with them is kept as ${copy}`)
}
