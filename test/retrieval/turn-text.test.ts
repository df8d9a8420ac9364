/** What a turn tells of its part in a conversation. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareAsking, speakerOf } from '../../src/retrieval/turn-text.ts'

test.each([
  ['Ada: did the deploy go through?', 1],
  ['It went through.', 0],
  ['Well. Did it?', 7 / 12],
  ['He said "did it work?" And it did.', 22 / 33],
  ['It is at https://kiln.dev/x?y=1 now.', 0],
  ['ビルドは通りましたか？通りました。', 11 / 17],
  ['هل نجح النشر؟', 1],
  ['', 0],
])('%s', (text, share) => {
  expect(shareAsking(text)).toBeCloseTo(share, 9)
})

test('a share, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '?', '.', ' ', '\n', '"', '。', '？') }), (text) => {
      expect(shareAsking(text)).toBeGreaterThanOrEqual(0)
      expect(shareAsking(text)).toBeLessThanOrEqual(1)
    }),
  )
})

test.each([
  ['Ada: it works', ['ada']],
  ['**Ada Lovelace**: it works', ['ada', 'lovelace']],
  ['Żaneta: działa', ['żaneta']],
  ['Jean-Luc: it works', ['jean', 'luc']],
  ['Kate O’Brien: it works', ['kate', 'brien']],
  ['S. Lee: it works', ['lee']],
  ['J.: it works', ['j']],
  ['it works: at last', undefined],
  ['A sentence that goes on and on: then this', undefined],
  ['https://kiln.dev', undefined],
])('who speaks: %s', (text, names) => {
  expect(speakerOf(text)).toEqual(names)
})
