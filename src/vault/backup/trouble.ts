/** The refusals of a backup that is not what it should be. */
import { MemoError, messageOf } from '../../lib/errors.ts'

export function damaged(why: string, cause?: unknown): MemoError {
  return new MemoError('INTEGRITY', `the backup is damaged or cut off: ${why}`, {
    hint: 'nothing was written; use another copy of it',
    cause,
  })
}

/** What reading a backup threw: refusals and troubles of the system as they are, all else is damage. */
export function toTrouble(error: unknown): unknown {
  if (error instanceof MemoError || (error instanceof Error && 'syscall' in error)) return error
  // A gzip stream that ends too early is an error without words.
  return damaged(messageOf(error) || 'it ends too early', error)
}

/** Also said where a byte of the header was flipped: age cannot tell. */
export function wrongPassphrase(cause: unknown): MemoError {
  return new MemoError('REFUSED', 'the passphrase does not open the backup', {
    hint: 'nothing was written; try another passphrase, or another copy if it is certain',
    cause,
  })
}
