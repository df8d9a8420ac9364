/** Waiting for one of the vault's locks that are held around the work of other programs, without holding this process up. */
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../lib/ports.ts'
import { tryLock } from './lock.ts'

/** Between two tries (ms). */
const pauseMs = 20

/** Gives what lets it go again; undefined when another has it for longer than `waitMs`. */
export async function waitForLock(path: string, waitMs: number): Promise<(() => void) | undefined> {
  const start = stopwatch()
  for (;;) {
    const release = tryLock(path)
    if (release !== undefined || stopwatch() - start >= waitMs) return release
    await setTimeout(pauseMs)
  }
}
