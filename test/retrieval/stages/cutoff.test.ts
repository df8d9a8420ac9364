import { expect, test } from 'vitest'
import { profiles } from '../../../src/retrieval/profiles.ts'
import { cutoffStage } from '../../../src/retrieval/stages/cutoff.ts'
import { toCandidate, toContext } from '../../support/candidates.ts'

function run(scores: readonly number[], least = 2) {
  const profile = { ...profiles.default, cutoff: { least, drop: 0.6 } }
  return cutoffStage.apply(
    scores.map((score, key) => toCandidate(key, { score })),
    toContext({ profile }),
  )
}

test('ends the list before the first gap, and says where and how deep it is', () => {
  const { candidates, detail } = run([1, 0.9, 0.2, 0.19])
  expect(candidates).toHaveLength(2)
  expect(detail).toEqual({ position: 2, gap: 1 - 0.2 / 0.9 })
})

test.each([
  ['no gap', [1, 0.5, 0.3], 2, 3],
  ['a gap above the least', [1, 0.1, 0.09], 2, 3],
  ['a fall of exactly the share', [1, 0.9, 0.9 * (1 - 0.6)], 2, 3],
  ['scores of nothing', [0, 0, 0], 1, 3],
  ['an empty list', [], 2, 0],
])('%s', (_, scores, least, kept) => {
  expect(run(scores, least).candidates).toHaveLength(kept)
})
