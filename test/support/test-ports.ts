import type { Ports } from '../../src/lib/ports.ts'

export interface TestPorts extends Ports {
  /** Moves the clock, also backwards. */
  pass(milliseconds: number): void
}

/** A clock that stands still and bytes that count up, so that ids are the same in each run. */
export function testPorts(start = '2031-03-05T10:00:00.000Z'): TestPorts {
  let time = Date.parse(start)
  let count = 0
  return {
    now: () => time,
    elapsed: () => time,
    random: (size) => Uint8Array.from({ length: size }, () => count++ % 256),
    pass: (milliseconds) => {
      time += milliseconds
    },
  }
}
