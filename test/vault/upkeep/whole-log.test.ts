import { expect, test } from 'vitest'
import { type Cursor, openLog } from '../../../src/events/log.ts'
import { toEvent } from '../../../src/events/schema.ts'
import { memorySegments, type SegmentStore } from '../../../src/events/segments.ts'
import { zeroUlid } from '../../../src/events/ulid.ts'
import { readWhole } from '../../../src/vault/upkeep/whole-log.ts'
import { hitOn } from '../../contracts/event-log.ts'
import { testPorts } from '../../support/test-ports.ts'

/** Two writers with three events each. */
function makeLog(segments: SegmentStore = memorySegments()) {
  const reads: string[] = []
  const counting: SegmentStore = {
    ...segments,
    read: (writer, segment, ...range) => {
      reads.push(`${writer} ${segment}`)
      return segments.read(writer, segment, ...range)
    },
  }
  const log = openLog(counting, testPorts())
  for (const writer of ['anna', 'ben']) log.append(writer, ['a', 'b', 'c'].map(hitOn), zeroUlid)
  reads.splice(0)
  return { log, segments, reads }
}

const start: Cursor = new Map()

test('gives the events that the log has, from any place, and reads none of them twice', async () => {
  const { log, reads } = makeLog()
  const all = [...log.read(start, toEvent)]
  reads.splice(0)
  const kept = await readWhole(log, toEvent, undefined)
  expect(reads).toEqual(['anna 1', 'ben 1'])
  for (const [at, { event, position }] of all.entries()) {
    const from: Cursor = new Map([[event.writer, position]])
    expect([...kept.read(from, toEvent)]).toEqual([...log.read(from, toEvent)])
    expect([...kept.read(start, toEvent)][at]).toEqual(all[at])
  }
  reads.splice(0)
  expect([...kept.read(start, toEvent)]).toHaveLength(6)
  expect(reads).toEqual([])
})

test('what was written since is left to the next look', async () => {
  const { log } = makeLog()
  const kept = await readWhole(log, toEvent, undefined)
  log.append('ben', [hitOn('d')], zeroUlid)
  expect([...kept.read(start, toEvent)]).toHaveLength(6)
})

test('no event is given that the log has lost since', async () => {
  const { log, segments } = makeLog()
  const [first] = [...log.read(start, toEvent)]
  const kept = await readWhole(log, toEvent, undefined)
  segments.truncate('ben', 1, first?.position.offset ?? 0, 'test')
  expect([...kept.read(start, toEvent)].map(({ event }) => event.writer)).toEqual(['anna', 'anna', 'anna', 'ben'])
})

test('a large log is read again instead of kept', async () => {
  const { log, reads } = makeLog({ ...memorySegments(), size: () => 2 ** 30 })
  const read = await readWhole(log, toEvent, undefined)
  reads.splice(0)
  expect([...read.read(start, toEvent)]).toHaveLength(6)
  expect(reads).toEqual(['anna 1', 'ben 1'])
})

test('a damaged line is told before anything is given', async () => {
  const { log, segments } = makeLog()
  const text = segments.read('anna', 1, 0).toString()
  segments.replace('anna', 1, Buffer.from(text.replace('"data":{"project"', '"data":{"projecT"')))
  await expect(readWhole(log, toEvent, undefined)).rejects.toMatchObject({ code: 'INTEGRITY' })
})

test('it can be ended', async () => {
  const { log } = makeLog()
  log.append(
    'ben',
    Array.from({ length: 2000 }, () => hitOn('d')),
    zeroUlid,
  )
  await expect(readWhole(log, toEvent, AbortSignal.abort(new Error('told to end')))).rejects.toThrow('told to end')
})
