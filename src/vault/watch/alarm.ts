/** Waiting until something happens, or comes to rest, or it is over. */

export interface Alarm {
  ring(): void
  /** Until it rings, the signal comes, or so many milliseconds have passed; at once if it rang since the last wait. */
  wait(ms: number | undefined): Promise<void>
  /** Until it has not rung for `quietMs`, at most `longestMs`. */
  rest(quietMs: number, longestMs: number): Promise<void>
}

export function openAlarm(signal: AbortSignal): Alarm {
  let hasRung = false
  let wake: (() => void) | undefined
  signal.addEventListener('abort', () => wake?.(), { once: true })
  const wait = async (ms: number | undefined): Promise<void> => {
    if (!hasRung && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      await promise
      clearTimeout(timer)
      wake = undefined
    }
    hasRung = false
  }
  return {
    ring: () => {
      hasRung = true
      wake?.()
    },
    wait,
    rest: async (quietMs, longestMs) => {
      const end = performance.now() + longestMs
      for (let isQuiet = false; !isQuiet && !signal.aborted && performance.now() < end; ) {
        const start = performance.now()
        await wait(quietMs)
        isQuiet = performance.now() - start >= quietMs - 1
      }
    },
  }
}
