import { crc32 as crc32OfNode } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from '../../src/lib/crc32.ts'

test('the check value of the standard', () => {
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
  expect(crc32(Buffer.from(''))).toBe(0)
})

test('of any bytes, in one piece or two, it is what Node says', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.uint8Array({ maxLength: 20 }), (one, other) => {
      const whole = crc32OfNode(Buffer.concat([one, other]))
      expect(crc32(Buffer.concat([one, other]))).toBe(whole)
      expect(crc32(other, crc32(one))).toBe(whole)
    }),
  )
})
