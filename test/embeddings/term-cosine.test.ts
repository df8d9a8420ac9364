import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTerms, termCosine } from '../../src/embeddings/term-cosine.ts'

const cosine = (a: string, b: string) => termCosine(countTerms(a), countTerms(b))

test.each([
  ['retry queue', 'Retry, queue!', 1],
  ['retry queue', 'retry', 1 / Math.SQRT2],
  ['retry retry queue', 'retry queue', 3 / Math.sqrt(10)],
  ['retry queue', 'nothing of that', 0],
  ['Segurança', 'seguranca', 1],
  ['缓存', '缓冲', 0.5],
])('%s and %s', (a, b, wanted) => {
  expect(cosine(a, b)).toBeCloseTo(wanted, 10)
})

test('says nothing where there is no word', () => {
  expect(cosine('', 'retry')).toBeUndefined()
  expect(cosine('a - !', 'retry')).toBeUndefined()
})

test('is the same both ways, between 0 and 1, and 1 with itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      const there = cosine(a, b)
      expect(cosine(b, a)).toBe(there)
      if (there !== undefined) {
        expect(there).toBeGreaterThanOrEqual(0)
        expect(there).toBeLessThanOrEqual(1 + 1e-9)
        expect(cosine(a, a)).toBeCloseTo(1, 10)
      }
    }),
  )
})
