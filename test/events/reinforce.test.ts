import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countersOf } from '../../src/events/counters.ts'
import { emptyRecord, evolve, foldRecords, type Rated } from '../../src/events/fold.ts'
import { cooldownMs, decideSignal } from '../../src/events/reinforce.ts'
import { eventPayloads } from '../../src/events/schema.ts'
import { ratings } from '../../src/record/vocabulary.ts'
import { storedEvent, toId, toTime } from '../support/arbitrary-events.ts'

const now = Date.parse('2031-03-05T10:00:00.000Z')
const said = { project: 'shop', id: 'cache', signal: 0.5, actor: 'cli' as const }
const command = { ...said, comment: undefined, session: undefined }

function at(ms: number, signal?: number): Rated {
  const verdict = signal === undefined ? { rating: 'helpful' as const } : { signal }
  return { stamp: '', ...verdict, at: new Date(ms).toISOString() }
}

describe('the cooldown', () => {
  test('ends after 900 seconds, not one before', () => {
    expect(decideSignal(command, [at(now - 899_000, 1)], now)).toEqual({ events: [], cooledUntil: now + 1000 })
    expect(decideSignal(command, [at(now - 900_000, 1)], now).events).toHaveLength(1)
  })

  test('is over exactly when the last signal is 900 s away, on either side, whatever else was said', () => {
    const age = fc.oneof(fc.integer({ min: 899_000, max: 901_000 }), fc.integer({ min: 0, max: 2_000_000 }))
    const rated = fc.record({
      age,
      ahead: fc.boolean(),
      signal: fc.option(fc.constantFrom(-1, 0, 0.5), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(rated, { maxLength: 6 }), (all) => {
        const times = all.map(({ age, ahead, signal }) => ({ ms: ahead ? now + age : now - age, age, signal }))
        const decision = decideSignal(
          command,
          times.map(({ ms, signal }) => at(ms, signal)),
          now,
        )
        const isCooled = times.some(({ age, signal }) => signal !== undefined && age < 900_000)
        expect(decision.events).toHaveLength(isCooled ? 0 : 1)
        expect(decision.cooledUntil === undefined).toBe(!isCooled)
        if (decision.cooledUntil !== undefined) expect(decision.cooledUntil).toBeGreaterThan(now - cooldownMs)
      }),
      { numRuns: 500 },
    )
  })

  test('what was decided is in the event, and only what was given', () => {
    expect(decideSignal(command, [], now).events).toStrictEqual([
      { actor: 'cli', type: 'record.rated', data: { project: 'shop', id: 'cache', signal: 0.5 } },
    ])
    const [event] = decideSignal({ ...command, comment: 'moved', session: 's1' }, [], now).events
    expect(event?.data).toEqual({ project: 'shop', id: 'cache', signal: 0.5, comment: 'moved', session: 's1' })
  })
})

describe('the outcome average', () => {
  const verdict = fc.oneof(
    fc.record({ rating: fc.constantFrom(...ratings) }),
    fc.record({ signal: fc.constantFrom(-1, -0.3, 0, 0.25, 1) }),
  )

  test('law 2: ratings and signals in any order of arrival give the average of their own order', () => {
    const history = fc.array(verdict, { minLength: 1, maxLength: 12 }).chain((verdicts) => {
      const events = verdicts.map((data, n) =>
        storedEvent(
          { type: 'record.rated', data: { project: 'shop', id: 'cache', ...data } },
          { writer: n % 2 === 0 ? 'anna' : 'ben', seq: n + 1, id: toId(n, n), at: toTime(n) },
        ),
      )
      return fc.tuple(fc.constant(verdicts), fc.shuffledSubarray(events, { minLength: events.length }))
    })
    fc.assert(
      fc.property(history, ([verdicts, events]) => {
        const state = foldRecords([...events, ...events]).get('shop/cache') ?? emptyRecord('shop', 'cache')
        const signals = verdicts.map((one) => ('signal' in one ? one.signal : one.rating === 'helpful' ? 1 : -1))
        const [first, ...rest] = signals.filter((signal) => signal !== 0)
        const average = rest.reduce((old, signal) => 0.7 * old + 0.3 * signal, first ?? 2)
        expect(countersOf(state).outcome ?? 2).toBeCloseTo(average, 3)
        expect(countersOf(state).helpful).toBe(
          verdicts.filter((one) => 'rating' in one && one.rating === 'helpful').length,
        )
      }),
      { numRuns: 500 },
    )
  })

  test('stays between -1 and 1', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (signals) => {
        const state = signals.reduce(
          (before, signal, n) =>
            evolve(
              before,
              storedEvent(
                { type: 'record.rated', data: { project: 'shop', id: 'cache', signal } },
                { writer: 'anna', seq: n + 1, id: toId(0, n), at: toTime(0) },
              ),
            ),
          emptyRecord('shop', 'cache'),
        )
        expect(Math.abs(countersOf(state).outcome ?? 0)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('the event holds a rating or a signal, as those of older versions do', () => {
  const schema = eventPayloads['record.rated']
  const key = { project: 'shop', id: 'cache' }
  expect(schema.safeParse({ ...key, rating: 'wrong' }).success).toBe(true)
  expect(schema.safeParse({ ...key, signal: -1 }).success).toBe(true)
  expect(schema.safeParse(key).success).toBe(false)
  expect(schema.safeParse({ ...key, rating: 'wrong', signal: -1 }).success).toBe(false)
  expect(schema.safeParse({ ...key, signal: 1.1 }).success).toBe(false)
})
