/** A work that goes on until somebody ends it, by a key, by `kill`, or by closing the other end of its output. */

export interface UntilSignal {
  signal: AbortSignal
  /** To be called when the work is over: a second signal then ends the process as usual. */
  done: () => void
}

export function untilSignal(): UntilSignal {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.once(name, abort)
  process.stdout.once('close', abort)
  return {
    signal: controller.signal,
    done: () => {
      for (const name of signals) process.off(name, abort)
      process.stdout.off('close', abort)
    },
  }
}
