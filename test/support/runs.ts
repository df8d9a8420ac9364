/** How many examples a law is tried on: few where all tests run, each time others; `MEMO_RUNS=20` tries 20 times as many. */
const factor = Number(process.env.MEMO_RUNS ?? 1)

/** For `fc.assert`; the count is that of the short run. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: Math.ceil(count * factor) }
}

/** Milliseconds that a law may take, which a short run is far from needing. */
export const lawTimeoutMs = 120_000 * Math.max(1, factor)
