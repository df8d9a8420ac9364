import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nthLargest } from '../../src/lib/nth-largest.ts'

test('what sorting would find there', () => {
  const some = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })))
  fc.assert(
    fc.property(some, fc.integer({ min: -1, max: 30 }), (list, n) => {
      const numbers = Float64Array.from(list)
      const found = nthLargest(numbers, n)
      const wanted = n < 1 ? undefined : numbers.toSorted()[list.length - n]
      // Of the two zeroes either may stand there.
      expect(found === undefined ? found : found + 0).toBe(wanted === undefined ? wanted : wanted + 0)
      expect([...numbers]).toEqual(list)
    }),
  )
})
