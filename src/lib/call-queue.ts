/**
 * One call on the vault after another. The verbs hold the vault's lock without letting go of the process, and may open
 * the index anew between two steps, so two calls that take turns would meet each other's half-done work.
 */

export interface CallQueue {
  /** Runs the work when those before it are done; throws what it throws, or the signal's reason if that came first. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** How many are running or waiting. */
  readonly length: number
  /** Settles when nothing runs or waits. */
  idle(): Promise<void>
}

export function callQueue(): CallQueue {
  let last: Promise<unknown> = Promise.resolve()
  let length = 0
  const queue: CallQueue = {
    run: (work, signal) => {
      length += 1
      const result = last
        .then(() => {
          signal?.throwIfAborted()
          return work()
        })
        .finally(() => {
          length -= 1
        })
      last = result.catch(() => {})
      return result
    },
    get length() {
      return length
    },
    idle: async () => {
      while (length > 0) await last
    },
  }
  return queue
}
