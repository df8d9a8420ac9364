/**
 * Timing that says something on a shared machine: the cases of one comparison take turns in one run, and what is told
 * is the ratio of their medians with the quartiles beside it.
 */
export interface Case {
  name: string
  /** Made ready before each run, which is not timed. */
  before?: () => unknown
  run: () => unknown
}

export interface Timing {
  name: string
  median: number
  quartiles: [number, number]
  runs: number
  unit: 'ms' | 'MB'
}

/** Runs the cases in turn, `rounds` times after `warmUp` rounds that do not count. Milliseconds. */
export async function takeTurns(cases: readonly Case[], rounds: number, warmUp = 3): Promise<Timing[]> {
  const times = cases.map((): number[] => [])
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, { before, run }] of cases.entries()) {
      await before?.()
      const start = performance.now()
      await run()
      if (round >= 0) times[index]?.push(performance.now() - start)
    }
  }
  return cases.map(({ name }, index) => summarise(name, times[index] ?? []))
}

/** The median and the quartiles of some times, or of other figures. */
export function summarise(name: string, figures: readonly number[], unit: Timing['unit'] = 'ms'): Timing {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { name, median: at(0.5), quartiles: [at(0.25), at(0.75)], runs: sorted.length, unit }
}

export interface Comparison {
  what: string
  bar: string
  ratio: number
  subject: Timing
  floor: Timing
}

export function compare(what: string, bar: string, [subject, floor]: readonly Timing[]): Comparison {
  if (subject === undefined || floor === undefined) throw new Error(`${what}: two timings are needed`)
  return { what, bar, ratio: subject.median / floor.median, subject, floor }
}

export function describe({ what, bar, ratio, subject, floor }: Comparison): string {
  return `${what}: ${ratio.toFixed(2)} × (bar ${bar})\n    ${describeTiming(subject)}\n    ${describeTiming(floor)}`
}

export function describeTiming({ name, median, quartiles: [low, high], unit }: Timing): string {
  return `${name} ${median.toFixed(2)} ${unit} (${low.toFixed(2)}–${high.toFixed(2)})`
}
