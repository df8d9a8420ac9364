import { expect, test } from 'vitest'
import { fusionStage } from '../../../src/retrieval/stages/fusion.ts'
import { toCandidate, toContext } from '../../support/candidates.ts'

const arms = { keyword: { weight: 1, depth: 9 }, exact: { weight: 0.5, depth: 9 } }

function fuse(fusion: 'score' | 'minmax' | 'rrf', raws: { keyword?: number; exact?: number }[]) {
  const candidates = raws.map((raw, key) =>
    toCandidate(key, {
      arms: Object.entries(raw).map(([arm, value]) => ({ arm, rank: key + 1, raw: value, contribution: 0 })),
    }),
  )
  const { candidates: fused } = fusionStage.apply(candidates, toContext({ profile: { fusion, rrfK: 60, arms } }))
  return fused.map(({ key, score }) => [key, score])
}

test('by score: a share of the best', () => {
  expect(fuse('score', [{ keyword: 4 }, { keyword: 2, exact: 3 }])).toEqual([
    [0, 1],
    [1, 1],
  ])
})

test('by range: from the worst to the best, and all of it where there is no range', () => {
  expect(fuse('minmax', [{ keyword: 4 }, { keyword: 3, exact: 3 }, { keyword: 2 }])).toEqual([
    [0, 1],
    [1, 1],
    [2, 0],
  ])
})

test('by rank', () => {
  expect(fuse('rrf', [{ keyword: 4 }, { keyword: 3, exact: 3 }])).toEqual([
    [1, 1 / 62 + 0.5 / 62],
    [0, 1 / 61],
  ])
})
