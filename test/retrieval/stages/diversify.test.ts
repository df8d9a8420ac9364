import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cosine, toTextVector } from '../../../src/lib/text-vector.ts'
import { byScore, type Candidate } from '../../../src/retrieval/candidate.ts'
import { profiles } from '../../../src/retrieval/profiles.ts'
import { diversifyStage } from '../../../src/retrieval/stages/diversify.ts'
import { toCandidate, toContext } from '../../support/candidates.ts'

const texts = [
  'the cache of the database is cold',
  'the cache of the database is cold',
  'the cache of the database was cold',
  'taxes are due in april',
  'our cake recipe needs three eggs',
]
const all = new Map(texts.map((text, key) => [key, toTextVector(text) ?? new Int8Array()]))
const settings = { lambda: 0.5, floor: 0.6 }

function run(candidates: readonly Candidate[], diversify = settings, vectors: ReadonlyMap<number, Int8Array> = all) {
  const profile = { ...profiles.default, diversify }
  return diversifyStage.apply(candidates.toSorted(byScore), toContext({ profile, vectors: () => vectors })).candidates
}

describe('a copy', () => {
  const candidates = [1, 0.9, 0.8].map((score, at) => toCandidate([0, 1, 3][at] ?? 0, { score }))

  test('falls behind what is nearly as good and new', () => {
    expect(run(candidates).map(({ key }) => key)).toEqual([0, 3, 1])
    expect(run(candidates)[2]?.score).toBeCloseTo(0.45, 1)
  })

  test('stays where nobody asks for variety, and where its likeness is not known', () => {
    expect(run(candidates, { lambda: 1, floor: 0 })).toEqual(candidates)
    expect(run(candidates, settings, new Map())).toEqual(candidates)
  })
})

test('weighs each by its greatest likeness to what stands above it, and orders by the result', () => {
  const scores = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: texts.length, maxLength: texts.length })
  fc.assert(
    fc.property(scores, fc.double({ min: 0, max: 0.99, noNaN: true }), (given, lambda) => {
      const result = run(
        given.map((score, key) => toCandidate(key, { score })),
        { lambda, floor: 0.6 },
      )
      expect(result).toEqual(result.toSorted(byScore))
      result.forEach((candidate, at) => {
        const likeness = Math.max(0, ...result.slice(0, at).map((above) => likenessOf(above, candidate)))
        const factor = 1 - (1 - lambda) * Math.max(0, (likeness - 0.6) / 0.4)
        expect(candidate.score).toBeCloseTo(candidate.fused * factor, 9)
      })
    }),
  )
})

function likenessOf(one: Candidate, other: Candidate): number {
  return cosine(all.get(one.key) ?? new Int8Array(), all.get(other.key) ?? new Int8Array())
}
