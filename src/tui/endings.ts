/** All ways in which the program is told to end, as one exit status. */
import { constants } from 'node:os'

export interface Endings {
  /** The first that came. */
  readonly status: Promise<number>
  end(status: number): void
  /** Called at once when something went wrong that nobody caught, before it is told. */
  onCrash(restore: () => void): void
  release(): void
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** @param isAway whether Ctrl-C is meant for another program */
export function endings(isAway: () => boolean): Endings {
  const { promise, resolve } = Promise.withResolvers<number>()
  let restore = (): void => {}
  const onCrash = (): void => restore()
  const listeners = signals.map((name) => {
    const listener = (): void => {
      // By convention a shell tells a signal so.
      if (name !== 'SIGINT' || !isAway()) resolve(128 + constants.signals[name])
    }
    process.on(name, listener)
    return { name, listener }
  })
  // Before those that tell of it: what is written on the other screen of the terminal is gone with it.
  process.prependListener('uncaughtException', onCrash)
  return {
    status: promise,
    end: resolve,
    onCrash: (work) => {
      restore = work
    },
    release: () => {
      for (const { name, listener } of listeners) process.removeListener(name, listener)
      process.removeListener('uncaughtException', onCrash)
    },
  }
}
