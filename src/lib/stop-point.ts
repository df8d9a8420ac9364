import { setImmediate } from 'node:timers/promises'

/**
 * A point where long work may end: all that is done is whole. Signals of the system are heard between two turns of the
 * event loop only, so it lets one pass. Throws what the signal was fired with.
 */
export async function stopPoint(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return
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
