/** How a command learns that it is to end, by a key or by `kill`; told a second time, the process ends at once. */

export interface Ending {
  /** Fires once. */
  readonly signal: AbortSignal
  /** What has told it so far. */
  name(): NodeJS.Signals | undefined
  /** From here on the process ends at once again. */
  forget(): void
}

/**
 * So long (ms) what comes is the same signal once more: one to a whole group of processes (Ctrl-C, the end of a service) also
 * comes by way of the older Node that has started this one (bin/run.js).
 */
const echoMs = 400

/** Hears the signals of these names. */
export function hearEnd(names: readonly NodeJS.Signals[]): Ending {
  const controller = new AbortController()
  let heard: NodeJS.Signals | undefined
  const listeners = names.map((name) => {
    const hear = (): void => {
      if (heard === undefined) setTimeout(forget, echoMs).unref()
      heard ??= name
      controller.abort()
    }
    process.on(name, hear)
    return { name, hear }
  })
  const forget = (): void => {
    for (const { name, hear } of listeners) process.removeListener(name, hear)
  }
  return { signal: controller.signal, name: () => heard, forget }
}

/**
 * For a command that goes on until somebody ends it.
 * @param withOutput whether it fires too when nobody reads the output any more
 */
export function endSignal({ withOutput = false } = {}): AbortSignal {
  const { signal } = hearEnd(['SIGTERM', 'SIGINT', 'SIGHUP'])
  if (!withOutput) return signal
  const closed = new AbortController()
  process.stdout.once('close', () => closed.abort())
  return AbortSignal.any([signal, closed.signal])
}

/** What may still hold the process when all is said and done (ms): a git that hangs. */
const graceMs = 1000

/** Ends the process even if something still runs. */
export function endSoon(): void {
  setTimeout(() => process.exit(), graceMs).unref()
}
