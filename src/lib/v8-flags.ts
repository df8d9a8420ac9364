/** Flags of V8 that are not set for good: they belong to the process, and what it compiles is marked with them. */
import { setFlagsFromString } from 'node:v8'

/**
 * Sets a flag until the process ends, and then as it was at the start: compiled code that is kept at the end (`code-cache.ts`) is
 * taken by no run that starts otherwise.
 *
 * @param before what sets it back
 */
export function setUntilEnd(flag: string, before: string): void {
  setFlagsFromString(flag)
  process.prependOnceListener('exit', () => setFlagsFromString(before))
}
