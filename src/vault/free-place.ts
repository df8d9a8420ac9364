/** Where a whole vault or export is put: it is made beside its place and moved there at the end, so there is all of it or nothing. */
import { lstatSync, readdirSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder, syncFolder } from '../lib/durable-file.ts'
import { MemoError, messageOf } from '../lib/errors.ts'

/**
 * The real path of a folder that is not there yet, or empty; the folders above it are made. A link to an empty folder stays
 * one. Throws REFUSED, with the hint, where the place is taken.
 */
export function findFreePlace(folder: string, hint: string): string {
  const refuse = (why: string): never => {
    throw new MemoError('REFUSED', `${folder} ${why}`, { hint })
  }
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) {
    if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) refuse('is a link to nothing')
    makeFolder(dirname(folder))
    return join(realpathSync(dirname(folder)), basename(folder))
  }
  if (!stat.isDirectory()) refuse('is a file')
  if (readdirSync(folder).length > 0) refuse('is not empty')
  return realpathSync(folder)
}

/** Takes the place of an empty folder, and never of one that holds something by now. Throws IO. */
export function moveToPlace(from: string, place: string): void {
  try {
    renameSync(from, place)
  } catch (error) {
    throw new MemoError('IO', `what was made cannot be moved to ${place} (${messageOf(error)})`, {
      hint: 'if a volume is mounted there, name a folder inside it',
      cause: error,
    })
  }
  syncFolder(dirname(place))
}
