import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { laterUlid, nextUlid, ulidTime, zeroUlid } from '../../src/events/ulid.ts'
import { testPorts } from '../support/test-ports.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const anyUlid = fc
  .array(fc.constantFrom(...alphabet), { minLength: 26, maxLength: 26 })
  .map((letters) => letters.join(''))
  .filter((id) => id !== 'Z'.repeat(26))
const anyTime = fc.integer({ min: 0, max: Date.parse('9999-12-31') })

function portsAt(now: number) {
  return { now: () => now, random: (size: number) => new Uint8Array(size).fill(255) }
}

describe('nextUlid', () => {
  test('carries the time of the clock', () => {
    const ports = testPorts('2031-03-05T10:00:00.123Z')
    expect(ulidTime(nextUlid(zeroUlid, ports))).toBe(Date.parse('2031-03-05T10:00:00.123Z'))
  })

  test('is a ULID above the floor, whatever the clock says', () => {
    fc.assert(
      fc.property(anyUlid, anyTime, (floor, now) => {
        const id = nextUlid(floor, portsAt(now))
        expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
        expect(id > floor).toBe(true)
        expect(ulidTime(id)).toBeGreaterThanOrEqual(Math.min(now, ulidTime(floor)))
      }),
    )
  })

  test('rises while the clock stands still or goes back', () => {
    fc.assert(
      fc.property(fc.array(anyTime, { minLength: 1, maxLength: 30 }), (times) => {
        let last = zeroUlid
        for (const now of times) {
          const id = nextUlid(last, portsAt(now))
          expect(id > last).toBe(true)
          last = id
        }
      }),
    )
  })

  test.each([
    [`0000000000${'Z'.repeat(16)}`, `0000000001${'0'.repeat(16)}`],
    [`0000000000000000000000000Z`, `00000000000000000000000010`],
    [`000000000000000000000000A9`, `000000000000000000000000AA`],
  ])('carries over after %s', (floor, next) => {
    expect(nextUlid(floor, portsAt(0))).toBe(next)
  })

  test('takes any bytes as random', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect(nextUlid(zeroUlid, { now: () => 1, random: () => bytes })).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      }),
    )
  })
})

test('laterUlid is the greater one', () => {
  fc.assert(fc.property(anyUlid, anyUlid, (a, b) => laterUlid(a, b) === [a, b].sort()[1]))
})
