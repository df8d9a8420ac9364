/** What a question asks for, by its first words. */
import { expect, test } from 'vitest'
import { askedThing, asksForQuantity, holdsQuantity } from '../../src/retrieval/question.ts'

test.each([
  ['how many nodes does the cluster have?', true, 'nodes'],
  ['How long are sessions kept', true, undefined],
  ['which colours does the page use', false, 'colours'],
  ['what language is the parser written in', false, 'language'],
  ['what caused the outage', false, undefined],
  ['retry with jitter', false, undefined],
])('%s', (question, quantity, thing) => {
  expect([asksForQuantity(question), askedThing(question)]).toEqual([quantity, thing])
})

test.each(['kept for 90 days', 'Twice a day', 'sent nightly', 'half of it', 'thirteen months', 'up to forty'])(
  '%s holds a quantity',
  (text) => expect(holdsQuantity(text)).toBe(true),
)

test.each(['someone else', 'the tender often goes', 'a family'])('%s holds none', (text) =>
  expect(holdsQuantity(text)).toBe(false),
)
