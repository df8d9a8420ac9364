/** A signal for a wait: aborted after that time (ms), or when what waits is not wanted any more. */
export function waitSignal(unwanted: AbortSignal | undefined, ms: number): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  return unwanted === undefined ? timeout : AbortSignal.any([timeout, unwanted])
}
