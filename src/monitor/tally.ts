/** Counting in memory, by labels: how often, and how long it took. */
import type { Labels, Sample } from './exposition.ts'

export interface Counter {
  add(labels?: Labels): void
  samples(): Sample[]
}

/** A counter without labels is told from the beginning, with 0. */
export function counter({ isPlain = false } = {}): Counter {
  const counts = new Map<string, { labels: Labels; value: number }>()
  const find = (labels: Labels) => {
    const key = JSON.stringify(labels)
    const known = counts.get(key) ?? { labels, value: 0 }
    counts.set(key, known)
    return known
  }
  if (isPlain) find({})
  return {
    add: (labels = {}) => {
      find(labels).value += 1
    },
    samples: () => [...counts.values()].map(({ labels, value }) => ({ labels, value })),
  }
}

export interface Histogram {
  observe(seconds: number, labels?: Labels): void
  samples(): Sample[]
}

interface Series {
  labels: Labels
  /** Of each bound, what was not above it; cumulative, as the format wants it. */
  buckets: number[]
  sum: number
  count: number
}

/** @param bounds of the buckets, in seconds, rising */
export function histogram(bounds: readonly number[]): Histogram {
  const all = new Map<string, Series>()
  return {
    observe: (seconds, labels = {}) => {
      const key = JSON.stringify(labels)
      const series = all.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 }
      all.set(key, {
        labels,
        buckets: series.buckets.map((count, index) => count + (seconds <= (bounds[index] ?? 0) ? 1 : 0)),
        sum: series.sum + seconds,
        count: series.count + 1,
      })
    },
    samples: () => [...all.values()].flatMap((series) => toSamples(series, bounds)),
  }
}

function toSamples({ labels, buckets, sum, count }: Series, bounds: readonly number[]): Sample[] {
  const below = buckets.map((value, index) => ({
    ...{ suffix: '_bucket', labels: { ...labels, le: String(bounds[index]) }, value },
  }))
  const total = { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count }
  return [...below, total, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }]
}
