/** The one loop: however far behind each projection is, it sees every event of the log once, each writer's in order. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../src/events/log.ts'
import { type EventDraft, toEvent } from '../../src/events/schema.ts'
import { memorySegments } from '../../src/events/segments.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { applyEvents, catchUp, isOutdated, isPart } from '../../src/projections/catch-up.ts'
import { cursorStore } from '../../src/projections/index/cursor-rows.ts'
import { memoryIndex } from '../../src/projections/index/open-index.ts'
import type { Projection } from '../../src/projections/projection.ts'
import { hitOn } from '../contracts/event-log.ts'
import { testPorts } from '../support/test-ports.ts'

/** Notes what it was given. */
function noting(name: string, version = 1): Projection & { seen: string[] } {
  const seen: string[] = []
  return {
    name,
    version,
    seen,
    reset: () => void seen.splice(0),
    begin: () => ({
      apply: (events) => void seen.push(...events.map(({ writer, seq }) => `${writer} ${seq}`)),
      finish: () => {},
    }),
  }
}

function openTest() {
  const log = openLog(memorySegments(), testPorts())
  const store = cursorStore(memoryIndex())
  const write = (writer: string, count = 1) =>
    log.append(
      writer,
      Array.from({ length: count }, () => hitOn('a')),
      zeroUlid,
    )
  return { log, store, write, fold: (...projections: Projection[]) => catchUp({ log, store, projections, toEvent }) }
}

const step = fc.oneof(
  fc.record({ do: fc.constantFrom('write', 'write and fold'), writer: fc.constantFrom('anna', 'ben') }),
  fc.record({ do: fc.constantFrom('fold one', 'fold both', 'lose one'), writer: fc.constant('') }),
)

test('law: each event once and in order, whichever of them is behind', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { log, store, write, fold } = openTest()
      const [one, other] = [noting('one'), noting('other')]
      for (const { do: what, writer } of steps) {
        if (what === 'write') write(writer)
        else if (what === 'write and fold') {
          fold(one, other)
          applyEvents(store, [one, other], write(writer))
        } else if (what === 'fold one') fold(one)
        else if (what === 'fold both') fold(one, other)
        else {
          one.reset()
          store.restart('one', 1)
        }
      }
      fold(one, other)
      const wanted = [...log.read(new Map(), toEvent)].map(({ event }) => `${event.writer} ${event.seq}`)
      for (const { seen } of [one, other]) {
        expect(seen.toSorted()).toEqual(wanted.toSorted())
        for (const writer of ['anna', 'ben']) {
          const own = seen.filter((name) => name.startsWith(writer))
          expect(own).toEqual(own.map((_, n) => `${writer} ${n + 1}`))
        }
      }
      expect(fold(one, other)).toBe(0)
    }),
  )
})

describe('a projection of another version', () => {
  test('is emptied and told everything, and no other is told anything twice', () => {
    const { write, fold, store } = openTest()
    const [old, other] = [noting('one'), noting('other')]
    write('anna', 3)
    fold(old, other)
    const anew = noting('one', 2)
    anew.seen.push('what the old version made of it')
    expect(isOutdated(store, [anew, other])).toBe(true)
    expect(fold(anew, other)).toBe(3)
    expect([anew.seen, other.seen]).toEqual([old.seen, old.seen])
    expect(isOutdated(store, [anew, other])).toBe(false)
  })
})

test('a part of the log is folded where no more is asked for, and the rest by the next call', () => {
  const { log, store } = openTest()
  const projection = noting('one')
  const set = { kind: 'note', body: 'x'.repeat(3 * 2 ** 20) } as const
  const long: EventDraft = { actor: 'cli', type: 'record.upserted', data: { project: 'shop', id: 'a', set } }
  for (const writer of ['anna', 'ben']) for (let n = 0; n < 4; n++) log.append(writer, [long], zeroUlid)
  const input = { log, store, projections: [projection], toEvent }
  expect(catchUp(input, { isOneBatch: true })).toBe(6)
  expect(isPart(input.store, input.projections)).toBe(true)
  expect(catchUp(input, { isOneBatch: true })).toBe(2)
  expect(isPart(input.store, input.projections)).toBe(false)
  expect(projection.seen.toSorted()).toEqual(['anna', 'ben'].flatMap((name) => [1, 2, 3, 4].map((n) => `${name} ${n}`)))
})

test('of a long batch it is told in between how far it is', () => {
  const { log, store, write } = openTest()
  const projection = noting('one')
  write('anna', 4500)
  const told: number[] = []
  const input = { log, store, projections: [projection], toEvent }
  expect(catchUp(input, { isOneBatch: true, onProgress: (done) => told.push(done) })).toBe(4500)
  expect(told).toEqual([2000, 4000, 4500])
  expect(projection.seen).toEqual(Array.from({ length: 4500 }, (_, n) => `anna ${n + 1}`))
})

test('a part writes what it left at the end of the log, a step at a time, and is none only then', () => {
  const { log, store, write } = openTest()
  const told: string[] = []
  let left = 2
  const leaving: Projection = {
    ...noting('one'),
    begin: (isPart) => ({ apply: () => void told.push(isPart === true ? 'a part' : 'whole'), finish: () => {} }),
    completePart: () => {
      told.push(`${left} left`)
      return left-- > 0
    },
  }
  const input = { log, store, projections: [leaving], toEvent }
  write('anna')
  catchUp(input, { isOneBatch: true })
  expect(isPart(store, input.projections)).toBe(true)
  write('anna')
  expect(catchUp(input)).toBe(1)
  expect(isPart(store, input.projections)).toBe(false)
  write('anna')
  catchUp(input)
  expect(told).toEqual(['a part', '2 left', 'a part', '1 left', '0 left', 'whole'])
})

test('a batch that fails is folded by none of them, and the cursors stay where they were', () => {
  const { store, write, fold } = openTest()
  const [sound, failing] = [noting('one'), noting('other')]
  write('anna', 2)
  fold(sound, failing)
  write('anna')
  const broken: Projection = {
    ...failing,
    begin: () => ({
      apply: () => {
        throw new Error('on purpose')
      },
      finish: () => {},
    }),
  }
  expect(() => fold(sound, broken)).toThrow('on purpose')
  expect(['one', 'other'].map((name) => store.cursor(name).get('anna')?.seq)).toEqual([2, 2])
})

test('an event that is given twice is folded once', () => {
  const { store, write } = openTest()
  const projection = noting('one')
  const events = write('anna', 2)
  applyEvents(store, [projection], [...events, ...events])
  applyEvents(store, [projection], events)
  expect(projection.seen).toEqual(['anna 1', 'anna 2'])
})
