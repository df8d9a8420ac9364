import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Metrics, mapMetrics } from '../../../src/retrieval/evaluation/metrics.ts'
import { bootstrapMean, comparePaired } from '../../../src/retrieval/evaluation/paired.ts'

const value = fc.double({ min: 0, max: 1, noNaN: true })

function all(number: number): Metrics {
  return mapMetrics(() => number)
}

test('wins, ties and losses are counted query by query', () => {
  const { ndcg10 } = comparePaired([1, 0.5, 0.2, 0.1 + 0.2].map(all), [0.5, 0.5, 0.6, 0.3].map(all))
  expect(ndcg10).toMatchObject({ wins: 1, ties: 2, losses: 1 })
  expect(ndcg10.mean).toBeCloseTo(0.025, 10)
})

test('the other way round is the same with the signs changed', () => {
  const pairs = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(pairs, (some) => {
      const [ours, theirs] = [some.map(([a]) => all(a)), some.map(([, b]) => all(b))]
      const [one, other] = [comparePaired(ours, theirs).mrr, comparePaired(theirs, ours).mrr]
      expect(one.mean).toBeCloseTo(-other.mean, 10)
      expect([one.wins, one.ties, one.losses]).toEqual([other.losses, other.ties, other.wins])
      expect(one.low).toBeCloseTo(-other.high, 10)
    }),
    { numRuns: 25 },
  )
})

test('the interval lies within the values, repeats, and holds the mean of many alike', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), (values) => {
      const [low, high] = bootstrapMean(values)
      expect(bootstrapMean(values)).toEqual([low, high])
      expect(low).toBeLessThanOrEqual(high)
      expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12)
      expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-12)
    }),
    { numRuns: 25 },
  )
})

test('the interval is about as wide as the normal one', () => {
  const values = Array.from({ length: 400 }, (_, n) => (n % 2 === 0 ? 1 : 0))
  const [low, high] = bootstrapMean(values)
  const half = (1.96 * 0.5) / Math.sqrt(values.length)
  expect(Math.abs(0.5 - half - low)).toBeLessThan(0.006)
  expect(Math.abs(0.5 + half - high)).toBeLessThan(0.006)
})
