import { setImmediate } from 'node:timers/promises'

/**
 * A point where work may end, because it is told to or not wanted any more: all that is done is whole. The core is
 * synchronous, so a process hears of that only where it stops to listen. Throws what the signal was fired with.
 */
export async function stopPoint(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return
  // What has arrived is read between two turns of the event loop, and the first may end without that.
  await setImmediate()
  await setImmediate()
  signal.throwIfAborted()
}

/** Of some hundred steps a second, ten times a second is enough. */
const every = 32

/** The same for each step of a long loop. */
export function stopPoints(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let steps = 0
  return () => (++steps % every === 0 ? stopPoint(signal) : undefined)
}
