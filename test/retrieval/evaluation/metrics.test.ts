import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureAbstention } from '../../../src/retrieval/evaluation/abstention.ts'
import { average, measure, metricNames } from '../../../src/retrieval/evaluation/metrics.ts'
import { percentile } from '../../../src/retrieval/evaluation/percentile.ts'

const letters = [...'abcdefghij']
const list = fc.shuffledSubarray(letters)
const labels = fc
  .dictionary(fc.constantFrom(...letters), fc.nat(3), { minKeys: 1 })
  .filter((grades) => Object.values(grades).some((grade) => grade > 0))
  .map((grades) => new Map(Object.entries(grades)))

describe('the measures of a list', () => {
  test('of a known one', () => {
    const grades = new Map(Object.entries({ a: 3, b: 1, z: 2, n: 0 }))
    expect(measure(['n', 'a', 'x', 'b'], grades)).toEqual({
      ...{ recall1: 0, recall5: 2 / 3, recall10: 2 / 3, recall20: 2 / 3, hit20: 1, mrr: 1 / 2 },
      ndcg10: (3 / Math.log2(3) + 1 / Math.log2(5)) / (3 + 2 / Math.log2(3) + 1 / Math.log2(4)),
    })
    expect(measure([], grades)).toMatchObject({ recall20: 0, hit20: 0, mrr: 0, ndcg10: 0 })
  })

  test('lie between 0 and 1, and are 1 for the best order only', () => {
    fc.assert(
      fc.property(list, labels, (got, grades) => {
        const metrics = measure(got, grades)
        for (const name of metricNames) {
          expect(metrics[name]).toBeGreaterThanOrEqual(0)
          expect(metrics[name]).toBeLessThanOrEqual(1 + 1e-12)
        }
        const best = [...grades].filter(([, grade]) => grade > 0).sort(([, a], [, b]) => b - a)
        const ideal = measure(
          best.map(([id]) => id),
          grades,
        )
        expect(ideal).toMatchObject({ recall20: 1, hit20: 1, mrr: 1 })
        expect(ideal.ndcg10).toBeCloseTo(1, 10)
        expect(metrics.ndcg10).toBeLessThanOrEqual(ideal.ndcg10 + 1e-12)
      }),
    )
  })

  test('a good answer moved up never makes them worse', () => {
    fc.assert(
      fc.property(list, labels, fc.nat(9), (got, grades, place) => {
        const at = got.findIndex((id, index) => index > place && (grades.get(id) ?? 0) > 0)
        const id = got[at]
        if (id === undefined || (grades.get(got[at - 1] ?? '') ?? 0) > 0) return
        const moved = got.with(at, got[at - 1] ?? '').with(at - 1, id)
        for (const name of metricNames) {
          expect(measure(moved, grades)[name]).toBeGreaterThanOrEqual(measure(got, grades)[name] - 1e-12)
        }
      }),
    )
  })

  test('an id that an object has without being told is no answer', () => {
    expect(measure(['constructor', 'toString', 'a'], new Map([['a', 1]]))).toMatchObject({ mrr: 1 / 3, recall1: 0 })
  })

  test('their mean, and none of nothing', () => {
    const one = measure(['a'], new Map([['a', 1]]))
    const none = measure(['b'], new Map([['a', 1]]))
    expect(average([one, none])).toMatchObject({ recall1: 0.5, mrr: 0.5, ndcg10: 0.5 })
    expect(average([])).toBeUndefined()
  })
})

describe('abstention', () => {
  const answered = { unanswerable: false, abstained: false }

  test('counts what was right of what was said, and what was said of what was right', () => {
    const right = { unanswerable: true, abstained: true }
    const wrong = { unanswerable: false, abstained: true }
    const missed = { unanswerable: true, abstained: false }
    expect(measureAbstention([right, right, wrong, missed, answered])).toEqual({ precision: 2 / 3, recall: 2 / 3 })
  })

  test('is null where there is nothing to be right about', () => {
    expect(measureAbstention([answered])).toEqual({ precision: null, recall: null })
    expect(measureAbstention([])).toEqual({ precision: null, recall: null })
  })
})

test('a percentile is one of the values, by nearest rank', () => {
  const values = [5, 1, 4, 2, 3]
  expect([0, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([1, 3, 5, 5])
  expect(percentile([7], 0.95)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})
