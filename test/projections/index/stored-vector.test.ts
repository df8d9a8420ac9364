import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toUnitVector } from '../../../src/embeddings/unit-vector.ts'
import { cosineWith, dimensionsOf, fromStored, toStored } from '../../../src/projections/index/stored-vector.ts'

const unit = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 32, maxLength: 32 })
  .map((numbers) => toUnitVector(numbers) ?? new Float32Array(32))

test('a stored vector has its length, its direction, and its cosines', () => {
  fc.assert(
    fc.property(unit, unit, (a, b) => {
      const stored = toStored(b)
      expect(dimensionsOf(stored)).toBe(32)
      expect(cosineWith(a, stored)).toBeCloseTo(dot(a, b), 1)
      expect(Math.abs(cosineWith(a, stored) - dot(a, b))).toBeLessThan(0.01)
      expect(Math.abs(dot(fromStored(stored), fromStored(stored)) - dot(b, b))).toBeLessThan(1e-5)
    }),
  )
})

test('a vector of zeros is like nothing', () => {
  const stored = toStored(new Float32Array(4))
  expect(cosineWith(Float32Array.of(1, 0, 0, 0), stored)).toBe(0)
  expect([...fromStored(stored)]).toEqual([0, 0, 0, 0])
})

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * (b[i] ?? 0), 0)
}
