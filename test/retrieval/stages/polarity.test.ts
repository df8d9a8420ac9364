/** How far a statement sinks that denies what its twin says, and when it does not. */
import { expect, test } from 'vitest'
import { profiles } from '../../../src/retrieval/profiles.ts'
import { parseQuery } from '../../../src/retrieval/query.ts'
import { polarityStage } from '../../../src/retrieval/stages/polarity.ts'
import { toCandidate, toContext } from '../../support/candidates.ts'

const { demotion } = profiles.default.polarity
const says = 'The importer merges overlapping intervals.'
const denies = 'The importer never merges overlapping intervals.'
const texts: { [text: string]: string } = { says, denies, other: 'Intervals of the calendar are drawn by the browser.' }

/** Ids and scores in order, after the stage; an id begins with what it says. */
function orderOf(records: { [id: string]: number }, question: string) {
  const candidates = Object.entries(records).map(([id, score], key) => toCandidate(key, { id, score }))
  const told = new Map(candidates.map(({ key, id }) => [key, texts[id.replace(/-.*$/, '')] ?? '']))
  const { candidates: after } = polarityStage.apply(
    candidates,
    toContext({ query: parseQuery(question), openings: () => told }),
  )
  return after.map(({ id, score }) => [id, Number(score.toFixed(9))])
}

test('it sinks below the lowest of the twins that agree with the question, by one factor', () => {
  const records = { denies: 1, 'says-1': 0.9, 'says-2': 0.5, other: 0.4 }
  expect(orderOf(records, 'does the importer merge intervals')).toEqual([
    ['says-1', 0.9],
    ['says-2', 0.5],
    ['other', 0.4],
    ['denies', demotion * 0.5],
  ])
})

test('a question that denies wants the denial', () => {
  expect(orderOf({ says: 1, denies: 0.9 }, 'does the importer never merge intervals')).toEqual([
    ['denies', 0.9],
    ['says', demotion * 0.9],
  ])
})

test('one that stands below its twin already stays where it is', () => {
  const records = { says: 1, other: 0.5, denies: 0.1 }
  expect(orderOf(records, 'does the importer merge intervals')).toEqual(Object.entries(records))
})

test('of equal ones the one that agrees comes first', () => {
  expect(orderOf({ denies: 1, says: 1 }, 'does the importer merge intervals')).toEqual([
    ['says', 1],
    ['denies', demotion],
  ])
})

test.each(['importer AND intervals', '"importer"'])(
  'an operator or a phrase says itself what is wanted: %s',
  (query) => {
    const records = { denies: 1, says: 0.9 }
    expect(orderOf(records, query)).toEqual(Object.entries(records))
  },
)
