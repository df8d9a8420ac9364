/** Holding one of the vault's locks around work that waits for other programs. */
import { setTimeout } from 'node:timers/promises'
import { MemoError } from '../../lib/errors.ts'
import { stopwatch } from '../../lib/ports.ts'
import { tryLock } from '../lock.ts'

/** Between two tries. */
const pauseMs = 25

/** Runs the work while the lock is held. Throws BUSY with the reason when another has it for longer than `waitMs`. */
export async function holdFile<T>(path: string, waitMs: number, reason: string, work: () => Promise<T>): Promise<T> {
  const start = stopwatch()
  let release = tryLock(path)
  while (release === undefined) {
    if (stopwatch() - start >= waitMs) throw new MemoError('BUSY', reason, { hint: 'try again in a moment' })
    await setTimeout(pauseMs)
    release = tryLock(path)
  }
  try {
    return await work()
  } finally {
    release()
  }
}
