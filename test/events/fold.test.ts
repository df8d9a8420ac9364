import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countersOf } from '../../src/events/counters.ts'
import { emptyRecord, evolve, foldRecords, isPresent, isRecordEvent, type RecordState } from '../../src/events/fold.ts'
import type { EventBody, StoredEvent } from '../../src/events/schema.ts'
import { anyHistory, storedEvent, toId, toTime } from '../support/arbitrary-events.ts'
import { runs } from '../support/runs.ts'
import { sequentialFold } from '../support/sequential-fold.ts'

/** Event number `n`, by one of several writers; `n` is its place in the order of all. */
function event(n: number, body: EventBody, writer = 'anna'): StoredEvent {
  return storedEvent(body, { writer, seq: n, id: toId(n, 0), at: toTime(n) })
}

const key = { project: 'shop', id: 'one' }

function upsert(n: number, set: { [name: string]: unknown }, rest: object = {}, writer = 'anna'): StoredEvent {
  return event(n, { type: 'record.upserted', data: { ...key, set, ...rest } } as EventBody, writer)
}

function signal(n: number, value: number): StoredEvent {
  return event(n, { type: 'record.rated', data: { ...key, signal: value } })
}

function rate(n: number, rating: 'helpful' | 'not-helpful' | 'stale' | 'wrong', writer = 'anna'): StoredEvent {
  return event(n, { type: 'record.rated', data: { ...key, rating } }, writer)
}

function hit(n: number, writer = 'anna'): StoredEvent {
  return event(n, { type: 'record.hit', data: { ...key, via: 'get' } }, writer)
}

function simple(
  n: number,
  type: 'record.forgotten' | 'record.restored' | 'record.archived' | 'record.recurred',
  data = {},
) {
  return event(n, { type, data: { ...key, ...data } })
}

/** The state of the one record, the same in every order of arrival: all are tried. */
function stateOf(...events: StoredEvent[]): RecordState {
  const [first, ...others] = permutations(events).map((order) => order.reduce(evolve, emptyRecord('shop', 'one')))
  for (const other of others) expect(other).toEqual(first)
  return first ?? emptyRecord('shop', 'one')
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}

function shuffled(events: readonly StoredEvent[]): fc.Arbitrary<StoredEvent[]> {
  return fc.shuffledSubarray([...events], { minLength: events.length })
}

/** Any mix of the writers in which each keeps its own order. */
function interleaved(events: readonly StoredEvent[]): fc.Arbitrary<StoredEvent[]> {
  return shuffled(events).map((order) => {
    const queues = Map.groupBy(events, ({ writer }) => writer)
    return order.flatMap(({ writer }) => queues.get(writer)?.shift() ?? [])
  })
}

describe('the fold', () => {
  test('does not depend on the order of arrival', () => {
    const histories = anyHistory.chain((events) => fc.tuple(fc.constant(events), shuffled(events), interleaved(events)))
    fc.assert(
      fc.property(histories, ([events, anyOrder, anyMix]) => {
        const expected = foldRecords(events)
        expect(foldRecords(anyOrder)).toEqual(expected)
        expect(foldRecords(anyMix)).toEqual(expected)
      }),
      runs(300),
    )
  })

  test('does not depend on repetition', () => {
    const histories = anyHistory.chain((events) => fc.tuple(fc.constant(events), shuffled([...events, ...events])))
    fc.assert(
      fc.property(histories, ([events, repeated]) => {
        expect(foldRecords(repeated)).toEqual(foldRecords(events))
      }),
    )
  })

  test('does not depend on where it is interrupted and its state stored', () => {
    const histories = anyHistory.chain((events) => fc.tuple(interleaved(events), fc.nat(events.length)))
    fc.assert(
      fc.property(histories, ([events, at]) => {
        const stored = [...foldRecords(events.slice(0, at))].map(([name, state]) => [
          name,
          JSON.parse(JSON.stringify(state)),
        ])
        const states = new Map<string, RecordState>(stored as [string, RecordState][])
        for (const next of events.slice(at).filter(isRecordEvent)) {
          const name = `${next.data.project}/${next.data.id}`
          states.set(name, evolve(states.get(name) ?? emptyRecord(next.data.project, next.data.id), next))
        }
        expect(states).toEqual(foldRecords(events))
      }),
    )
  })

  test('says what doing everything one after the other would say', () => {
    const histories = anyHistory.chain((events) => fc.tuple(fc.constant(events), shuffled(events)))
    fc.assert(
      fc.property(histories, ([events, anyOrder]) => {
        const naive = sequentialFold(events)
        const states = [...foldRecords(anyOrder)].map(([name, { stamps: _, ratings, ...state }]) => [
          name,
          { ...state, ratings: ratings.map(({ rating, signal, at }) => ({ rating, signal, at })) },
        ])
        expect(Object.fromEntries(states)).toEqual(Object.fromEntries(naive))
      }),
      runs(300),
    )
  })

  test('evolve changes nothing of what it is given', () => {
    fc.assert(
      fc.property(anyHistory, (events) => {
        const [last, ...before] = events.filter(isRecordEvent).reverse()
        if (last === undefined) return
        const state = before.reverse().reduce(evolve, emptyRecord('shop', 'one'))
        const copy = structuredClone(state)
        evolve(state, last)
        expect(state).toEqual(copy)
      }),
    )
  })
})

describe('content fields', () => {
  test('edits of different fields by two writers both stand', () => {
    const state = stateOf(
      upsert(1, { kind: 'note', title: 'old', body: 'old' }),
      upsert(2, { title: 'new' }, {}, 'anna'),
      upsert(3, { body: 'new' }, {}, 'ben'),
    )
    expect(state.fields).toMatchObject({ title: 'new', body: 'new', updated: toTime(3) })
  })

  test('of two edits of one field the later stands, and the writer breaks a tie', () => {
    const made = upsert(1, { kind: 'note', title: 'old' })
    expect(stateOf(made, upsert(3, { title: 'late' }), upsert(2, { title: 'early' }, {}, 'ben')).fields.title).toBe(
      'late',
    )
    expect(stateOf(made, upsert(2, { title: 'anna' }), upsert(2, { title: 'ben' }, {}, 'ben')).fields.title).toBe('ben')
  })

  test('a later unset clears, a later set fills again', () => {
    const tags = upsert(1, { kind: 'note', tags: ['a'] })
    expect(stateOf(tags, upsert(2, {}, { unset: ['tags'] })).fields).not.toHaveProperty('tags')
    expect(stateOf(tags, upsert(2, {}, { unset: ['tags'] }), upsert(3, { tags: ['b'] })).fields.tags).toEqual(['b'])
  })

  test('an event that sets and unsets a field sets it', () => {
    expect(stateOf(upsert(1, { title: 'x' }, { unset: ['title', 'updated'] })).fields).toEqual({
      title: 'x',
      updated: toTime(1),
    })
  })

  test('undefined sets nothing', () => {
    const state = stateOf(upsert(1, { kind: 'note', title: 'x' }), upsert(2, { title: undefined, updated: undefined }))
    expect(state.fields).toEqual({ kind: 'note', title: 'x', updated: toTime(2) })
    expect(state.stamps.title).toBe(upsertStamp(1))
  })

  test.each(['constructor', 'toString', '$gone', '$baseline', '$$gone', ''])('a key may be called %j', (name) => {
    const set = upsert(1, { kind: 'note', [name]: 'kept' }, { baseline: { hits: 1 } })
    const later = upsert(3, { [name]: 'newer' })
    const state = stateOf(set, simple(2, 'record.forgotten'), later)
    expect([state.fields[name], isPresent(state), state.baseline]).toEqual(['newer', true, { hits: 1 }])
    expect(stateOf(set, upsert(2, {}, { unset: [name] }), simple(3, 'record.forgotten'))).toMatchObject({
      fields: { kind: 'note' },
      gone: true,
    })
  })

  test('a key called __proto__ does nothing', () => {
    const set = JSON.parse('{"kind":"note","__proto__":{"title":"x"}}')
    const { fields } = stateOf(upsert(1, set, { unset: ['__proto__'] }))
    expect([Object.keys(fields), fields.title]).toEqual([['kind', 'updated'], undefined])
  })
})

function upsertStamp(n: number): string {
  return `${toId(n, 0)}@anna`
}

describe('the life of a record', () => {
  const made = upsert(1, { kind: 'note', title: 'x', status: 'active' })

  test('is not there before something was written', () => {
    expect([isPresent(undefined), isPresent(stateOf(hit(1))), isPresent(stateOf(made))]).toEqual([false, false, true])
  })

  test('forgotten, restored and written again: the last one counts', () => {
    const forgotten = simple(2, 'record.forgotten')
    expect(isPresent(stateOf(made, forgotten))).toBe(false)
    expect(stateOf(made, forgotten, simple(3, 'record.restored'))).toMatchObject({
      gone: false,
      fields: { title: 'x' },
    })
    expect(isPresent(stateOf(made, forgotten, upsert(3, { title: 'y' })))).toBe(true)
    expect(isPresent(stateOf(made, upsert(2, { title: 'y' }), simple(3, 'record.forgotten')))).toBe(false)
    expect(isPresent(stateOf(made, forgotten, hit(3), rate(4, 'helpful'), simple(5, 'record.archived')))).toBe(false)
  })

  test('archived has the reason of the last time, or none', () => {
    const archived = stateOf(made, simple(2, 'record.archived', { reason: 'done' }))
    expect(archived.fields).toMatchObject({ status: 'archived', archivedReason: 'done', updated: toTime(2) })
    const again = stateOf(made, simple(2, 'record.archived', { reason: 'done' }), simple(3, 'record.archived'))
    expect(again.fields).not.toHaveProperty('archivedReason')
  })

  test('restored is as if it had not been closed', () => {
    const superseded = event(2, { type: 'record.superseded', data: { ...key, by: 'two' } })
    expect(stateOf(made, superseded).fields).toMatchObject({ status: 'superseded', supersededBy: 'two' })
    const restored = stateOf(
      made,
      superseded,
      simple(3, 'record.archived', { reason: 'done' }),
      simple(4, 'record.restored'),
    )
    expect(restored.fields).toEqual({ kind: 'note', title: 'x', status: 'active', updated: toTime(4) })
  })
})

describe('counters', () => {
  test('add up exactly, whoever counted', () => {
    const counts = fc.record({ hits: fc.nat(20), recurrences: fc.nat(20), baseline: fc.nat(5) })
    fc.assert(
      fc.property(counts, ({ hits, recurrences, baseline }) => {
        const writers = ['anna', 'ben', 'cleo']
        const events = [
          upsert(1, { kind: 'trap' }, { baseline: { hits: baseline, occurrences: 2 } }),
          ...Array.from({ length: hits }, (_, n) => hit(n + 2, writers[n % 3])),
          ...Array.from({ length: recurrences }, (_, n) => simple(n + 30, 'record.recurred')),
        ]
        const state = foldRecords(events).get('shop/one') ?? emptyRecord('shop', 'one')
        expect(countersOf(state)).toMatchObject({ hits: baseline + hits, occurrences: 2 + recurrences })
      }),
    )
  })

  test('the times are the latest, whatever arrives last', () => {
    const state = stateOf(hit(5), hit(2, 'ben'), simple(7, 'record.recurred'), rate(3, 'stale'))
    expect(countersOf(state)).toMatchObject({ lastHit: toTime(5), lastSeen: toTime(7), lastFeedback: toTime(3) })
  })

  test('the times of the baseline count when they are later, however they are spelled', () => {
    const baseline = { lastHit: '2031-03-05 10:05', lastSeen: '2031-03-05 13:00+02:00', lastFeedback: '2031-03-06' }
    const state = stateOf(
      upsert(1, { kind: 'trap' }, { baseline }),
      hit(2),
      simple(3, 'record.recurred'),
      rate(4, 'wrong'),
    )
    expect(countersOf(state)).toMatchObject({
      lastHit: '2031-03-05 10:05',
      lastSeen: '2031-03-05 13:00+02:00',
      lastFeedback: '2031-03-06',
    })
  })

  test('the last baseline stands and is never added twice', () => {
    const state = stateOf(
      upsert(1, {}, { baseline: { hits: 5 } }),
      upsert(2, {}, { baseline: { hits: 3 } }, 'ben'),
      hit(3),
    )
    expect(countersOf(state).hits).toBe(4)
  })

  test('a new record has occurred once and has no outcome', () => {
    expect(countersOf(emptyRecord('shop', 'one'))).toEqual({
      hits: 0,
      occurrences: 1,
      helpful: 0,
      stale: 0,
      lastHit: undefined,
      lastSeen: undefined,
      lastFeedback: undefined,
      outcome: undefined,
    })
  })

  test('ratings count as helpful or stale', () => {
    const state = stateOf(rate(1, 'helpful'), rate(2, 'stale'), rate(3, 'wrong'), rate(4, 'not-helpful'))
    expect(countersOf(state)).toMatchObject({ helpful: 1, stale: 2 })
  })

  test('the outcome follows the order of the ratings, not of their arrival', () => {
    expect(countersOf(stateOf(rate(1, 'helpful'))).outcome).toBe(1)
    expect(countersOf(stateOf(rate(1, 'helpful'), rate(2, 'stale', 'ben'), rate(3, 'helpful'))).outcome).toBe(0.58)
    expect(countersOf(stateOf(rate(1, 'stale', 'ben'), rate(2, 'helpful'), rate(3, 'helpful'))).outcome).toBe(0.02)
    const baseline = upsert(1, {}, { baseline: { outcome: 0.5 } })
    expect(countersOf(stateOf(rate(2, 'wrong'), baseline)).outcome).toBe(0.05)
  })

  test('signals move the outcome like ratings, a neutral one not at all, and are counted by no name', () => {
    expect(countersOf(stateOf(signal(1, 0.4))).outcome).toBe(0.4)
    expect(countersOf(stateOf(signal(1, 0))).outcome).toBeUndefined()
    const state = stateOf(signal(1, 0), signal(2, 0.4), signal(3, 0), rate(4, 'wrong'), signal(5, 1))
    expect(countersOf(state)).toMatchObject({ outcome: 0.286, helpful: 0, stale: 1, lastFeedback: toTime(5) })
  })
})
