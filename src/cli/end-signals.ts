/** How a command that serves learns that it is to end, and ends. */

/** A signal that fires when the process is told to end, in whatever way; told a second time, it ends at once. */
export function endSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => controller.abort())
  return controller.signal
}

/** What may still hold the process when all is said and done (ms): a git that hangs. */
const graceMs = 1000

/** Ends the process even if something still runs. */
export function endSoon(): void {
  setTimeout(() => process.exit(), graceMs).unref()
}
