import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendEntries } from '../../src/events/append.ts'
import { findLines } from '../../src/events/find-lines.ts'
import { openLog, startPosition } from '../../src/events/log.ts'
import { readNewestFirst } from '../../src/events/newest-first.ts'
import { findRecordEvents } from '../../src/events/record-events.ts'
import { type StoredEvent, toEvent } from '../../src/events/schema.ts'
import { memorySegments, type SegmentStore } from '../../src/events/segments.ts'
import { anyHistory } from '../support/arbitrary-events.ts'
import { testPorts } from '../support/test-ports.ts'

const keyOf = ({ id, writer }: { id: string; writer: string }): string => `${id}@${writer}`

/** Each writer's events in segments of a few lines each. */
function write(history: readonly StoredEvent[]): SegmentStore {
  const segments = memorySegments()
  for (const writer of new Set(history.map((event) => event.writer))) {
    const entries = history.filter((event) => event.writer === writer)
    let end = startPosition
    for (const entry of entries) {
      const [line] = appendEntries(segments, writer, end, [entry])
      if (line !== undefined) end = line.position
      // As if it were full.
      if (end.seq % 3 === 0) end = { ...end, segment: end.segment + 1, offset: 0 }
    }
  }
  return segments
}

test('law: newest first is the order of events, turned round', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const segments = write(history)
      const read = [...readNewestFirst({ segments, toEvent })].map(keyOf)
      expect(read).toEqual(history.map(keyOf).sort().reverse())
      expect([...openLog(segments, testPorts()).read(new Map(), toEvent)]).toHaveLength(read.length)
    }),
  )
})

test('law: the events of a record are found by its id, in event order', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const record = { project: 'shop', id: 'one' }
      const found = findRecordEvents({ segments: write(history), toEvent, record })
      const wanted = history.filter(({ data }) => 'id' in data && data.id === 'one')
      expect(found.map(keyOf)).toEqual(wanted.map(keyOf).sort())
    }),
  )
})

test('reads no more than is taken, leaves a torn line aside and names a damaged one', () => {
  const record = { project: 'shop', id: 'one' }
  const event = { v: 1, actor: 'cli', type: 'record.archived', data: record, at: '2031-03-05T10:00:00.000Z' } as const
  const segments = memorySegments()
  const entries = [1, 2, 3].map((time) => ({ ...event, id: `0000000000000000000000000${time}` }))
  appendEntries(segments, 'anna', startPosition, entries)
  segments.append('anna', 1, Buffer.from('{"v":1,"id":"0000'))
  const take = () => readNewestFirst({ segments, toEvent })
  expect([...take()].map(({ seq }) => seq)).toEqual([3, 2, 1])
  segments.append('anna', 1, Buffer.from('\n'))
  segments.append('anna', 2, Buffer.from('{"v":1'))
  expect(() => take().next()).toThrow('events/anna/000001.jsonl line 4 is damaged')
  expect(findRecordEvents({ segments, toEvent, record })).toHaveLength(3)
})

test('names the place of a line that is sound and holds no event', () => {
  const segments = memorySegments()
  const entry = { id: '00000000000000000000000001', actor: 'cli', at: '2031-03-05T10:00:00.000Z' } as const
  appendEntries(segments, 'anna', startPosition, [{ ...entry, type: 'record.archived', data: { project: 'shop' } }])
  const place = 'events/anna/000001.jsonl line 1 is damaged: not a valid record.archived'
  expect(() => [...readNewestFirst({ segments, toEvent })]).toThrow(place)
  expect(() => [...findLines({ segments, toEvent, text: '"project":"shop"' })]).toThrow(place)
})
