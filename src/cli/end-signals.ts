/** How a command that goes on until somebody ends it learns that it is to end, and ends. */

/**
 * A signal that fires when the process is told to end, by a key or by `kill`; told a second time, it ends at once.
 * @param withOutput whether it fires too when nobody reads the output any more
 */
export function endSignal({ withOutput = false } = {}): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, abort)
  if (withOutput) process.stdout.once('close', abort)
  return controller.signal
}

/** What may still hold the process when all is said and done (ms): a git that hangs. */
const graceMs = 1000

/** Ends the process even if something still runs. */
export function endSoon(): void {
  setTimeout(() => process.exit(), graceMs).unref()
}
