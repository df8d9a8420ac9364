/**
 * The only place that reads the clock or draws random bytes. Everything else is handed a `Ports`,
 * so that a test can give the whole product another time and counted ids.
 */
import { randomBytes } from 'node:crypto'

export interface Ports {
  /** Wall-clock milliseconds since the Unix epoch. */
  now(): number
  /** As `stopwatch`. */
  elapsed(): number
  /** `size` unpredictable bytes. */
  random(size: number): Uint8Array
}

/**
 * Milliseconds from some start, with fractions, that never go back: for how long something took, never for when.
 * Not `performance.now()`, whose module costs each start a millisecond.
 */
export function stopwatch(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1_000_000
}

export const systemPorts: Ports = {
  now: () => Date.now(),
  elapsed: stopwatch,
  random: takeRandom,
}

/** Drawn at once: the system takes as long for a few bytes. */
const drawn = 1024
let pool: Uint8Array = new Uint8Array(0)

function takeRandom(size: number): Uint8Array {
  if (size > drawn) return randomBytes(size)
  if (pool.length < size) pool = randomBytes(drawn)
  const taken = pool.subarray(0, size)
  pool = pool.subarray(size)
  return taken
}
