/** Records whose ids count on lift each other, by as much as their neighbours fit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candidate } from '../../../src/retrieval/candidate.ts'
import { profiles } from '../../../src/retrieval/profiles.ts'
import { parseQuery } from '../../../src/retrieval/query.ts'
import { seriesStage } from '../../../src/retrieval/stages/series.ts'
import { toCandidate, toContext } from '../../support/candidates.ts'
import { find, findIds } from '../../support/search-vault.ts'
import { makeVault, putAll } from '../../support/vault.ts'

const { beside, further } = profiles.default.series
const scoresOf = (records: { [id: string]: number }, fields: Partial<Candidate> = {}, query = 'anything') => {
  const candidates = Object.entries(records).map(([id, score], at) => toCandidate(at, { id, score, ...fields }))
  const after = seriesStage.apply(candidates, toContext({ query: parseQuery(query) })).candidates
  return Object.fromEntries(after.map(({ id, score }) => [id, Number(score.toFixed(9))]))
}

test('the better neighbour counts, and the nearer one more', () => {
  expect(scoresOf({ 'retro-3': 0.5, 'retro-4': 1, 'retro-5': 0.8, 'retro-6': 0.25 })).toEqual({
    'retro-3': 0.5 + beside,
    'retro-4': 1 + 0.8 * beside,
    'retro-5': 0.8 + beside,
    'retro-6': 0.25 + Math.max(0.8 * beside, further),
  })
})

test.each([
  ['words alone', { 'retry-jitter': 1, 'retry-budget': 0.5 }],
  ['another series', { 'retro-1': 1, 'plan-2': 0.5 }],
  ['numbers further apart', { 'retro-1': 1, 'retro-4': 0.5 }],
  ['something else behind the number', { '1-cause': 1, '2-cure': 0.5 }],
  ['times', { 'run-1924988400001': 1, 'run-1924988400002': 0.5 }],
])('%s: no series', (_, records) => {
  expect(scoresOf(records)).toEqual(records)
})

test.each([
  ['turns share in the arms', { kind: 'conversation' } as const, 'anything'],
  ['a decision follows from none by its number', { kind: 'decision' } as const, 'anything'],
  ['beside a name that was found whole', { arms: [{ arm: 'exact', rank: 1, raw: 1, contribution: 1 }] }, 'KIT-204'],
  ['nor does who types operators', {}, 'cache AND queue'],
])('%s', (_, fields, query) => {
  const records = { 'retro-3': 1, 'retro-4': 0.5 }
  expect(scoresOf(records, fields, query)).toEqual(records)
})

test('nothing sinks, and no place depends on the order in which they come', () => {
  const number = fc.integer({ min: 1, max: 20 }).map(String)
  const id = fc
    .tuple(number, fc.integer({ min: 0, max: 3 }))
    .map(([number, digits]) => `n-${number.padStart(digits, '0')}`)
  const some = fc.uniqueArray(fc.tuple(id, fc.integer({ min: 1, max: 100 })), { selector: ([id]) => id })
  fc.assert(
    fc.property(some, (list) => {
      const records = Object.fromEntries(list)
      const backward = Object.fromEntries(list.toReversed())
      const scores = scoresOf(records)
      expect(scoresOf(backward)).toEqual(scores)
      for (const [id, score] of Object.entries(records)) expect(scores[id]).toBeGreaterThanOrEqual(score)
    }),
  )
})

test('of two notes that share as many words with the question, the one beside what it is about stands first', async () => {
  const { vault } = await makeVault()
  const notes = {
    'offsite-7': 'The venue for the summer offsite is the old mill by the river.',
    'offsite-8': 'Everybody brings a tent.',
    'gear-2': 'Everybody brings a laptop.',
  }
  await putAll(
    vault,
    Object.entries(notes).map(([id, body]) => ({ id, kind: 'note', body })),
  )
  const [first, second] = await findIds(vault, 'what everybody brings to the summer offsite at the mill')
  expect([first, second]).toEqual(['offsite-7', 'offsite-8'])
  const { hits } = await find(vault, 'what everybody brings to the summer offsite at the mill', { explain: true })
  expect(hits.map(({ why }) => why?.factors.map(({ stage }) => stage))).toEqual([['series'], ['series'], []])
})
