import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '../../../src/record/times.ts'
import { recencyFactor } from '../../../src/retrieval/stages/recency.ts'
import { now } from '../../support/candidates.ts'

const settings = { kinds: 'ageing', floor: 0.8, halfLifeDays: 90 } as const

test.each([
  ['of today', 'note', 0, 1],
  ['of a half-life ago', 'note', 90, 0.9],
  ['of two', 'conversation', 180, 0.85],
  ['of a kind that holds on', 'decision', 900, 1],
  ['of what lies ahead', 'note', -30, 1],
] as const)('the factor %s', (_, kind, days, factor) => {
  expect(recencyFactor({ kind, eventMs: now - days * dayMs }, settings, now)).toBeCloseTo(factor, 12)
})

test('where everything ages, so does a decision', () => {
  expect(recencyFactor({ kind: 'decision', eventMs: now - 90 * dayMs }, { ...settings, kinds: 'all' }, now)).toBe(0.9)
})

test('never lifts, never falls below the floor, and never prefers the older', () => {
  const factorOf = (days: number) => recencyFactor({ kind: 'log', eventMs: now - days * dayMs }, settings, now)
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 100_000 }), fc.nat(10_000), (days, more) => {
      expect(factorOf(days)).toBeLessThanOrEqual(1)
      expect(factorOf(days)).toBeGreaterThanOrEqual(settings.floor)
      expect(factorOf(days + more)).toBeLessThanOrEqual(factorOf(days))
    }),
  )
})

test('within a day nothing is older than anything else', () => {
  const factorOf = (ms: number) => recencyFactor({ kind: 'log', eventMs: now - ms }, settings, now)
  expect(new Set([0, 1, dayMs / 2, dayMs - 1].map(factorOf))).toEqual(new Set([1]))
  expect(factorOf(dayMs)).toBeLessThan(1)
  expect(factorOf(2 * dayMs - 1)).toBe(factorOf(dayMs))
})
