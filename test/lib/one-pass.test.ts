/** What is found in one pass over the codes is what the patterns find that say it in one line. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNames, urlWithQuery } from '../../src/lib/identifiers.ts'
import { splitByCase, toParts } from '../../src/lib/word-parts.ts'

const pieces = [
  ...'aBC19 .+-_:/?=&@#é\n',
  '://',
  'http',
  'https://a.b/c?d=e',
  'parseToken',
  'HTTPServer',
  'x'.repeat(64),
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''))

test('words of mixed case', () => {
  const mixedCase = /(?<![A-Za-z\d])[A-Za-z\d]*(?:[a-z\d][A-Z]|[A-Z]{2}[a-z])[A-Za-z\d]*/g
  const twin = (said: string): string => {
    const words = [...said.matchAll(mixedCase)].map(([word]) => word).filter((word) => word.length <= 64)
    return [...new Set(words.flatMap(splitByCase).map((part) => part.toLowerCase()))].join(' ')
  }
  fc.assert(
    fc.property(text, (said) => {
      expect(toParts(said)).toBe(twin(said))
    }),
    { numRuns: 2000 },
  )
})

test('addresses with a query', () => {
  const urls = new RegExp(`(${urlWithQuery})`)
  const twin = (said: string): string[] =>
    said.split(urls).flatMap((piece, at) => (at % 2 === 1 ? [piece] : toNames(piece)))
  fc.assert(
    fc.property(text, (said) => {
      expect(toNames(said)).toEqual(twin(said))
    }),
    { numRuns: 2000 },
  )
})
