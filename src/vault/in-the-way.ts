/** Trouble that passes: another process at work, or a disk that is full. */
import { findErrno, MemoError } from '../lib/errors.ts'

/** Whether somebody else has the vault or the index, or the disk is full: nothing is lost by leaving it. */
export function isInTheWay(error: unknown): boolean {
  if (error instanceof MemoError) return error.code === 'BUSY' || error.code === 'IO'
  return /^(SQLITE_(BUSY|LOCKED|FULL)|ENOSPC$|EDQUOT$)/.test(findErrno(error) ?? '')
}
