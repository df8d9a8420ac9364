/**
 * Removing files and folders, with an error that has its code whatever the system says: the `rmSync` of some versions of Node
 * has none for a read-only file system and others, and nobody could tell what such a failure is.
 */
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { sep } from 'node:path'
import { findErrno } from './errors.ts'

/** Removes a file, or a link itself; one that is not there is as it should be. Throws for a folder. */
export function removeFile(path: string | Buffer): void {
  try {
    unlinkSync(path)
  } catch (error) {
    // A read-only file system refuses to remove what is not there, too.
    if (findErrno(error) !== 'ENOENT' && isThere(path)) throw error
  }
}

/** Removes a folder with all that is in it, or a file; links are not followed. What is not there is as it should be. */
export function removeTree(path: string | Buffer): void {
  if (isFolder(path)) removeFolder(path)
  else removeFile(path)
}

/** Names as bytes: those that are no UTF-8 could not be named otherwise. */
function removeFolder(path: string | Buffer): void {
  for (const entry of readdirSync(path, { withFileTypes: true, encoding: 'buffer' })) {
    const inner = Buffer.concat([Buffer.from(path), Buffer.from(sep), entry.name])
    if (entry.isDirectory()) removeFolder(inner)
    else removeFile(inner)
  }
  rmdirSync(path)
}

function isThere(path: string | Buffer): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function isFolder(path: string | Buffer): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
