import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expiryOf, humanAge, humanMoment, parseDuration, parseInstant, toIso } from '../../src/record/times.ts'

const hour = 3_600_000
const day = 24 * hour
const created = '2031-03-05T10:00:00Z'
const start = Date.UTC(2031, 2, 5, 10)

function isoOf(text: string): string | undefined {
  const ms = parseInstant(text)
  return ms === undefined ? undefined : toIso(ms)
}

describe('parseInstant', () => {
  test.each([
    ['2031-05-01', '2031-05-01T00:00:00.000Z'],
    ['2031-05-01T10:00Z', '2031-05-01T10:00:00.000Z'],
    ['2031-05-01 10:00:00', '2031-05-01T10:00:00.000Z'],
    ['2031-05-01t10:00:00.1239z', '2031-05-01T10:00:00.123Z'],
    ['2031-05-01T10:00:00 +0530', '2031-05-01T04:30:00.000Z'],
    ['2031-01-01T00:30:00+01', '2030-12-31T23:30:00.000Z'],
    [' 2028-02-29 ', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => expect(isoOf(text)).toBe(iso))

  test.each([
    ...[
      '',
      'yesterday',
      '2026',
      '2026-02',
      '2026-02-30',
      '2027-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '0026-01-01',
    ],
    ...['2026-01-01T24:00Z', '2026-01-01T10:60Z', '2026-01-01T10Z', '2026-01-01T10:00:61Z', '2026-01-01T10:00+24:00'],
    ...['2026-1-1', '1767225600', '2026-01-01x', '2026-01-01Z', '20260101', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ])('%j is no instant', (text) => expect(parseInstant(text)).toBeUndefined())

  test('a date ends with the last millisecond of its UTC day, a date-time is itself', () => {
    expect(parseInstant('2031-05-01', { endOfDay: true })).toBe(Date.UTC(2031, 4, 1, 23, 59, 59, 999))
    expect(parseInstant('2031-05-01T10:00Z', { endOfDay: true })).toBe(Date.UTC(2031, 4, 1, 10))
  })

  test('B165 offsets are compared as instants', () => {
    const updated = ['2031-05-01T11:30:00+02:00', '2031-05-01T10:00:00Z', '2031-05-01T07:15:00-03:00']
    const since = parseInstant('2031-05-01T09:45:00Z') ?? 0
    const sorted = updated.toSorted((a, b) => (parseInstant(a) ?? 0) - (parseInstant(b) ?? 0))
    expect(sorted).toEqual(updated)
    expect(updated.filter((text) => (parseInstant(text) ?? 0) >= since)).toEqual(updated.slice(1))
  })

  test('reads back what toIso writes, whatever the offset it is written with', () => {
    const instant = fc.date({ min: new Date('0101-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, fc.integer({ min: -23 * 60, max: 23 * 60 }), (date, shift) => {
        const ms = date.getTime()
        expect(parseInstant(toIso(ms))).toBe(ms)
        const [hours, minutes] = [Math.trunc(Math.abs(shift) / 60), Math.abs(shift) % 60]
        const offset = `${shift < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
        expect(parseInstant(toIso(ms + shift * 60_000).replace('Z', offset))).toBe(ms)
      }),
    )
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseInstant(text) ?? 0).not.toBeNaN()
        expect(parseDuration(text) ?? 0).not.toBeNaN()
      }),
    )
  })
})

describe('parseDuration', () => {
  test.each([
    ['7', 7 * day],
    ['14d', 14 * day],
    ['1.5 h', 1.5 * hour],
    ['90m', 1.5 * hour],
    ['30 mins', hour / 2],
    ['45 secs', 45_000],
    ['2 Weeks', 14 * day],
    ['1 day', day],
    ['0', 0],
  ])('%s', (text, ms) => expect(parseDuration(text)).toBe(ms))

  test.each(['', 'd', '-1d', '1y', '1 fortnight', '1e3', '1d2h', 'NaN', '2031-05-01', '99999999999', '1..5d'])(
    '%j is none',
    (text) => expect(parseDuration(text)).toBeUndefined(),
  )
})

describe('expiryOf', () => {
  test('expiresAt wins over ttl, ttl over the kind, and without any it never expires', () => {
    expect(expiryOf({ kind: 'scratch', created, ttl: '1d', expiresAt: '2031-03-20T00:00:00Z' })).toBe(
      Date.UTC(2031, 2, 20),
    )
    expect(expiryOf({ kind: 'scratch', created, ttl: '1d' })).toBe(start + day)
    expect(expiryOf({ kind: 'scratch', created })).toBe(start + 7 * day)
    expect(expiryOf({ kind: 'review', created })).toBe(start + 14 * day)
    expect(expiryOf({ kind: 'trap', created })).toBeUndefined()
  })

  test('settings replace the lifetime of a kind', () => {
    expect(expiryOf({ kind: 'scratch', created }, { scratch: 3 })).toBe(start + 3 * day)
    expect(expiryOf({ kind: 'review', created }, { scratch: 3 })).toBe(start + 14 * day)
  })

  test('a bare date, also as ttl, is the end of that UTC day', () => {
    const end = Date.UTC(2031, 2, 9, 23, 59, 59, 999)
    expect(expiryOf({ kind: 'trap', created, ttl: '2031-03-09' })).toBe(end)
    expect(expiryOf({ kind: 'trap', created, expiresAt: '2031-03-09' })).toBe(end)
  })

  test('what does not parse is passed over', () => {
    expect(expiryOf({ kind: 'scratch', created, expiresAt: 'soon', ttl: 'a while' })).toBe(start + 7 * day)
    expect(expiryOf({ kind: 'scratch', created: 'long ago' })).toBeUndefined()
  })

  test('the longest ttl still gives a date that can be read back', () => {
    const expiry = expiryOf({ kind: 'trap', created, ttl: '2556000d' }) ?? 0
    expect(parseInstant(toIso(expiry))).toBe(expiry)
  })
})

describe('humanAge', () => {
  const now = Date.UTC(2031, 5, 15)
  test.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [12 * 60_000, '12 min'],
    [2.9 * hour, '2 h'],
    [3 * day, '3 d'],
    [160 * day, '5 mo'],
    [365 * day, '11 mo'],
    [800 * day, '2 y'],
    [-3 * day, 'in 3 d'],
    [-400, '0 s'],
  ])('%d ms ago is %s', (age, text) => expect(humanAge(now - age, now)).toBe(text))
})

test('a moment is told as ago or ahead', () => {
  expect([-day, 0, day].map((ms) => humanMoment(ms, 0))).toEqual(['1 d ago', '0 s ago', 'in 1 d'])
})
