import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/lib/token-estimate.ts'

test.each([
  ['', 0],
  [' \n\t ', 0],
  ['word', 2],
  ['a word of ten letters', 7],
  ['internationalization', 4],
  ['--- (!)', 1],
  ['日本語', 4],
  ['👍', 2],
  ['net/http', 4],
])('%j is about %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

test('two texts together are never more than both apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(estimateTokens(`${one} ${other}`)).toBeLessThanOrEqual(estimateTokens(one) + estimateTokens(other))
    }),
  )
})
