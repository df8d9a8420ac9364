/** Lines that come from elsewhere fill segments line by line, those of one command stay together. */
import { expect, test } from 'vitest'
import { appendEntries, sealedSize } from '../../src/events/append.ts'
import { openLog, startPosition } from '../../src/events/log.ts'
import type { EventDraft } from '../../src/events/schema.ts'
import { memorySegments, type SegmentStore } from '../../src/events/segments.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { testPorts } from '../support/test-ports.ts'

const count = 9

function note(n: number): EventDraft {
  const set = { kind: 'note' as const, body: String(n).padEnd(sealedSize / 4, 'x') }
  return { actor: 'cli', type: 'record.upserted', data: { project: 'shop', id: `n${n}`, set } }
}

const drafts = Array.from({ length: count }, (_, n) => note(n))
const entries = drafts.map((draft, n) => ({
  ...draft,
  id: String(n).padStart(26, '0'),
  at: '2031-03-05T10:00:00.000Z',
}))

function filesOf(segments: SegmentStore): string[] {
  return segments.list('anna').map((segment) => String(segments.read('anna', segment, 0)))
}

test('the same entries give the same files, however many are appended at once', () => {
  const [together, apart] = [memorySegments(), memorySegments()]
  appendEntries(together, 'anna', startPosition, entries)
  let end = startPosition
  for (const entry of entries) end = appendEntries(apart, 'anna', end, [entry])[0]?.position ?? end
  expect(filesOf(together)).toEqual(filesOf(apart))
  expect(together.list('anna')).toEqual([1, 2, 3])
})

test('the lines of one command stand in one segment, however large it gets, and the next command begins another', () => {
  const segments = memorySegments()
  const log = openLog(segments, testPorts())
  log.append('anna', drafts, zeroUlid)
  expect(segments.list('anna')).toEqual([1])
  log.append('anna', [note(count)], zeroUlid)
  expect(segments.list('anna')).toEqual([1, 2])
})
