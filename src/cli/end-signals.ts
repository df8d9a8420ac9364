/** How a command that serves learns that it is to end. */

/** A signal that fires when the process is told to end, in whatever way; a second time ends it at once. */
export function endSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => controller.abort())
  return controller.signal
}
