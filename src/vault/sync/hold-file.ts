/** Holding one of the vault's locks around work that waits for other programs. */
import { MemoError } from '../../lib/errors.ts'
import { waitForLock } from '../wait-for-lock.ts'

/** Runs the work while the lock is held. Throws BUSY with the reason when another has it for longer than `waitMs`. */
export async function holdFile<T>(path: string, waitMs: number, reason: string, work: () => Promise<T>): Promise<T> {
  const release = await waitForLock(path, waitMs)
  if (release === undefined) throw new MemoError('BUSY', reason, { hint: 'try again in a moment' })
  try {
    return await work()
  } finally {
    release()
  }
}
