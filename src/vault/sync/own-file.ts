/** A file of the vault as a sync meets it: read and replaced by its path, never through a link that leads elsewhere. */
import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blobId, type TreeFile } from '../../audit/tree.ts'
import { makeFolder, replaceFile } from '../../lib/durable-file.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { toSignature } from '../../projections/files/signature.ts'
import type { FileSignature } from '../../projections/index/file-rows.ts'

/** Whether the file on disk is the one of the tree; both may be missing. */
export function isAsIn(root: string, path: string, file: TreeFile | undefined): boolean {
  const bytes = readOwn(root, path)
  if (bytes === undefined || file === undefined)
    return bytes === undefined && file === undefined && !isThere(root, path)
  return blobId(bytes, file.oid) === file.oid
}

/** The bytes of a regular file that is where its path says. */
export function readOwn(root: string, path: string): Buffer | undefined {
  return isReachable(root, path) && lstat(join(root, path))?.isFile() ? readFileSync(join(root, path)) : undefined
}

function isThere(root: string, path: string): boolean {
  return lstat(join(root, path)) !== undefined
}

/** Whether each folder on the way is one, as far as there are any: a link would lead out of the vault. */
export function isReachable(root: string, path: string): boolean {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const stat = lstat(join(root, folder))
    if (stat !== undefined && !stat.isDirectory()) return false
  }
  return true
}

export function writeOwn(root: string, path: string, bytes: Buffer): FileSignature {
  makeFolder(dirname(join(root, path)))
  return toSignature(replaceFile(join(root, path), bytes, { durable: false }))
}

export function removeOwn(root: string, path: string): void {
  removeFile(join(root, path))
}

function lstat(path: string) {
  return lstatSync(path, { throwIfNoEntry: false })
}
