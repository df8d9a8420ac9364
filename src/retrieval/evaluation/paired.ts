/**
 * Two rankings of the same queries, compared query by query: what a difference of two means hides is which queries it
 * comes from, and whether other queries would have shown it too.
 */
import { type Metrics, mapMetrics } from './metrics.ts'

export interface PairedDifference {
  /** Mean of the differences; above 0 the first is better. */
  mean: number
  /** The 95 % interval of that mean. */
  low: number
  high: number
  wins: number
  ties: number
  losses: number
}

export type PairedDifferences = { [name in keyof Metrics]: PairedDifference }

/** Two lists of the same length, of at least one query, in one order. */
export function comparePaired(ours: readonly Metrics[], theirs: readonly Metrics[]): PairedDifferences {
  return mapMetrics((name) => toDifference(ours.map((metrics, n) => metrics[name] - (theirs[n]?.[name] ?? 0))))
}

/** Sums of fractions differ in the last bits. */
const nothing = 1e-9

function toDifference(differences: readonly number[]): PairedDifference {
  const [low, high] = bootstrapMean(differences)
  return {
    mean: meanOf(differences),
    ...{ low, high },
    wins: differences.filter((difference) => difference > nothing).length,
    ties: differences.filter((difference) => Math.abs(difference) <= nothing).length,
    losses: differences.filter((difference) => difference < -nothing).length,
  }
}

/** Enough that the ends of the interval move by less than what is printed. */
const resamples = 2000

/**
 * Percentile bootstrap of a mean, 95 % (Efron 1979): the means of samples drawn with replacement. The same numbers give
 * the same interval.
 */
export function bootstrapMean(values: readonly number[]): [low: number, high: number] {
  const random = generator()
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    for (let n = 0; n < values.length; n++) sum += values[Math.floor(random() * values.length)] ?? 0
    return sum / values.length
  }).sort((a, b) => a - b)
  const end = Math.floor(resamples * 0.025)
  return [means[end] ?? 0, means[resamples - 1 - end] ?? 0]
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Mulberry32 with a fixed seed: numbers from 0 up to 1. */
function generator(): () => number {
  let state = 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
