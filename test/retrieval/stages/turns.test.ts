/** Turns that ask sink, turns that hold what is asked for rise. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byScore, type Candidate } from '../../../src/retrieval/candidate.ts'
import { profiles } from '../../../src/retrieval/profiles.ts'
import { parseQuery } from '../../../src/retrieval/query.ts'
import { turnsStage } from '../../../src/retrieval/stages/turns.ts'
import { toCandidate, toContext } from '../../support/candidates.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, putAll } from '../../support/vault.ts'

const { asking, kind, speaker } = profiles.default.turns

function factorOf(query: string, text: string, fields: Partial<Candidate> = {}): number {
  const openings = () => new Map([[1, `title\n${text}`]])
  const context = toContext({ query: parseQuery(query), openings })
  return turnsStage.apply([toCandidate(1, { kind: 'conversation', ...fields })], context).candidates[0]?.score ?? 0
}

test.each([
  ['it asks', 'who fired the kiln', 'did you fire the kiln?', 1 - asking],
  ['who asked is wanted', 'what did Ada ask about the kiln', 'did you fire the kiln?', 1],
  ['it tells a time, which is asked for', 'when was it fired', 'I fired it yesterday.', 1 + kind],
  ['it tells one, which is not', 'who fired it', 'I fired it yesterday.', 1],
  ['the named speaks', 'what did Ada fire', 'Ada: the blue pot.', 1 + speaker],
  ['the named has a name of two', "what did O'Brien fire", "O'Brien: the blue pot.", 1 + speaker],
  ['the named is a letter', 'what did J. fire', 'J.: the blue pot.', 1 + speaker],
  ['another speaks, of whom the question has a letter', "what's to be fired", 'S. Lee: the blue pot.', 1],
  ['another speaks', 'what did Ada fire', 'Bo: Ada fired the blue pot.', 1],
  ['all of it', 'when did Ada fire it', 'Ada: I fired it yesterday.', (1 + kind) * (1 + speaker)],
  ['it is a transcript', 'who fired the kiln', 'did you fire the kiln? '.repeat(100), 1],
  ['operators say what is wanted', 'kiln AND fire', 'did you fire the kiln?', 1],
])('%s', (_, query, text, factor) => {
  expect(factorOf(query, text)).toBeCloseTo(factor, 12)
})

test('a note may ask: it is a question with its answer', () => {
  expect(factorOf('who fired the kiln', 'Who fires the kiln?', { kind: 'note' })).toBe(1)
})

describe('of more candidates than are weighed', () => {
  const said = fc.constantFrom(
    'Ada: did you fire it?',
    'Ada: I fired it yesterday.',
    'Bo: it is fired. Is it?',
    'Bo: yes',
  )
  const one = fc.record({ score: fc.integer({ min: 0, max: 40 }), text: said, isTurn: fc.boolean() })
  const some = fc.array(one, { maxLength: 90, size: 'max' }).map((list) => {
    const candidates = list.map(({ score, isTurn }, key) =>
      toCandidate(key, { score: score / 40, kind: isTurn ? 'conversation' : 'note' }),
    )
    const openings = () => new Map(list.map(({ text }, key) => [key, `title\n${text}`]))
    return { candidates: candidates.sort(byScore), openings }
  })
  const query = parseQuery('when did Ada fire it')
  const runs = { numRuns: 300 }

  test('no place depends on the limit', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 70 }), ({ candidates, openings }, limit) => {
        const [short, long] = [limit, 20].map((limit) =>
          turnsStage.apply(candidates, toContext({ query, openings, limit })),
        )
        expect(short).toEqual(long)
      }),
      runs,
    )
  })

  test('none that is not weighed stands above one that it was below, nor out of its order', () => {
    fc.assert(
      fc.property(some, ({ candidates, openings }) => {
        const after = turnsStage.apply(candidates, toContext({ query, openings })).candidates
        expect(after).toEqual(after.toSorted(byScore))
        expect(after.slice(60).map(({ key }) => key)).toEqual(candidates.slice(60).map(({ key }) => key))
      }),
      runs,
    )
  })
})

test('the answer stands before the question that it answers', async () => {
  const { vault } = await makeVault()
  const said = [
    'Ada: What colour was the kiln room painted in the end?',
    'Bo: The kiln room is ochre now.',
    'Ada: And who painted the kiln room, and in what colour were the walls?',
  ]
  await putAll(
    vault,
    said.map((body, at) => ({
      ...{ id: `t${at}`, kind: 'conversation', body },
      ...{ facets: { session: ['s'] }, eventAt: `2031-03-05T09:00:0${at}Z` },
    })),
  )
  const { hits } = await find(vault, 'what colour is the kiln room', { explain: true })
  expect(hits[0]?.id).toBe('t1')
  expect(hits.map(({ why }) => why?.factors.some(({ stage }) => stage === 'turns'))).toEqual([false, true, true])
})
