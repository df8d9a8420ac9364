/**
 * Links of the file system below a vault. One that a person put there to another place of the vault is followed; one that
 * leads out of it is not: whoever wrote the vault would have files written, or read into the log, wherever they like.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { findErrno, MemoError } from '../../lib/errors.ts'

/** What is told of a file or folder that is not followed. */
export const leadsOutProblem = 'it is a link, or lies behind one, that leads out of the vault'

/** Whether the path, relative to the vault, is or lies behind a link that ends elsewhere, or nowhere. */
export function leadsOut(root: string, path: string): boolean {
  return hasLink(root, path) && !isBelow(root, path)
}

/** Throws REFUSED where the folder leads out of the vault, so that nothing is written there. */
export function assertInside(root: string, folder: string): void {
  if (!leadsOut(root, folder)) return
  throw new MemoError('REFUSED', `${folder}: ${leadsOutProblem}`, { hint: 'put a folder in place of the link' })
}

/** No part of a path is a link nearly always, and then there is nothing to resolve. */
function hasLink(root: string, path: string): boolean {
  const parts = path.split('/')
  return parts.some((_, at) => {
    const stat = lstatSync(join(root, ...parts.slice(0, at + 1)), { throwIfNoEntry: false })
    return stat?.isSymbolicLink() === true
  })
}

function isBelow(root: string, path: string): boolean {
  try {
    return realpathSync(join(root, path)).startsWith(realpathSync(root) + sep)
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR', 'EACCES'].includes(findErrno(error) ?? '')) return false
    throw error
  }
}
