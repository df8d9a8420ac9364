/**
 * Calls that are not wanted any more. The core is synchronous, so a process hears of that only where it stops to listen:
 * between two steps, and above all before a use is counted or a word is written.
 */
import { setImmediate as nextRound } from 'node:timers/promises'
import type { Vault } from './vault.ts'

type Caller = Pick<Vault, 'cancelled'>

/** Lets the process hear whether the call is still wanted. Throws the signal's reason when it is not. */
export async function stopIfCancelled({ cancelled }: Caller): Promise<void> {
  if (cancelled === undefined) return
  // What has arrived is read between two rounds, and the first may end without that.
  await nextRound()
  await nextRound()
  cancelled.throwIfAborted()
}

/** A signal for a wait: aborted after that time (ms), or when the call is not wanted any more. */
export function waitSignal({ cancelled }: Caller, ms: number): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  return cancelled === undefined ? timeout : AbortSignal.any([timeout, cancelled])
}
