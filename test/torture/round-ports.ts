/** The clock stands still within an operation and moves by a minute between two, so that every run dates alike. */
import { createHash } from 'node:crypto'
import { type Ports, stopwatch } from '../../src/lib/ports.ts'

const start = Date.parse('2031-05-01T09:00:00.000Z')

export interface RoundPorts extends Ports {
  /** Puts the clock to the time of that operation. */
  setOperation(n: number): void
}

/** Bytes are drawn from the salt, which must be another one for each process of a round: writers are named by them. */
export function roundPorts(salt: string, operation: number): RoundPorts {
  let at = operation
  let drawn = 0
  return {
    now: () => start + at * 60_000,
    elapsed: stopwatch,
    random: (size) => createHash('sha512').update(`${salt} ${drawn++}`).digest().subarray(0, size),
    setOperation: (n) => {
      at = n
    },
  }
}
