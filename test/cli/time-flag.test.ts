import { expect, test } from 'vitest'
import { toPeriod } from '../../src/cli/time-flag.ts'

const now = Date.parse('2031-03-05T10:00:00Z')
const at = (time: string): number => Date.parse(time)

test.each([
  [{}, undefined, undefined],
  [{ since: '2031-03-01', until: '2031-03-04' }, '2031-03-01T00:00:00Z', '2031-03-05T00:00:00Z'],
  [{ since: '2031-03-04', until: '2031-03-04' }, '2031-03-04T00:00:00Z', '2031-03-05T00:00:00Z'],
  [{ since: '2031-03-04T09:00:00+02:00' }, '2031-03-04T07:00:00Z', undefined],
  [{ until: '2031-03-04T09:30' }, undefined, '2031-03-04T09:30:00Z'],
  [{ since: '7d', until: '36 hours' }, '2031-02-26T10:00:00Z', '2031-03-03T22:00:00Z'],
])('%j', (flags, since, until) => {
  expect(toPeriod(flags, now)).toEqual({ since: since && at(since), until: until && at(until) })
})

test.each([
  [{ since: 'yesterday' }, '--since "yesterday" is neither a date'],
  [{ until: '2031' }, '--until "2031" is neither a date'],
  [{ since: '' }, '--since "" is neither a date'],
  [{ since: '2031-02-30' }, '--since "2031-02-30" is neither a date'],
  [{ since: '1d', until: '2d' }, '--since "1d" is not before --until "2d"'],
  [{ since: '2031-03-04T10:00Z', until: '2031-03-04T10:00Z' }, 'is not before'],
])('refuses %j', (flags, message) => {
  expect(() => toPeriod(flags, now)).toThrow(message)
})
