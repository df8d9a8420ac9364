/** How long a step took. Pure but for the clock that it is given. */
import type { Ports } from './ports.ts'

/** Starts to measure; the result tells the milliseconds since then, to the microsecond. */
export function startLap({ elapsed }: Pick<Ports, 'elapsed'>): () => number {
  const start = elapsed()
  return () => Math.round((elapsed() - start) * 1000) / 1000
}
