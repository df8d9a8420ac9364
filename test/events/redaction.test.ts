/** Which lines lose their data, by the log alone: the same bytes whoever does it, however often and in whatever order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLog } from '../../src/events/log.ts'
import { findUnredacted, readRedactions } from '../../src/events/redaction.ts'
import { rehomeBranch } from '../../src/events/rehome.ts'
import { type EventDraft, toEvent } from '../../src/events/schema.ts'
import { memorySegments, type SegmentStore } from '../../src/events/segments.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { verifyLog } from '../../src/events/verify.ts'
import { testPorts } from '../support/test-ports.ts'

const project = 'shop'
const actor = 'cli' as const
const hit = (id: string, query?: string): EventDraft => ({
  actor,
  type: 'record.hit',
  data: { project, id, via: 'get', ...(query !== undefined && { query }) },
})
const edit = (id: string): EventDraft => ({
  actor,
  type: 'record.upserted',
  data: { project, id, set: { body: `secret ${id}` } },
})
const redactAll = (id: string): EventDraft => ({
  actor,
  type: 'record.redacted',
  data: { project, id, events: [], all: true },
})

const draft = fc
  .constantFrom('a', 'b')
  .chain((id) => fc.constantFrom(edit(id), hit(id), hit(id, `secret ${id}`), redactAll(id), edit(`${id}${id}`)))
const lines = fc.array(fc.tuple(fc.constantFrom('anna', 'ben'), draft), { minLength: 1, maxLength: 20 })

function write(drafts: readonly (readonly [writer: string, draft: EventDraft])[]): SegmentStore {
  const segments = memorySegments()
  const log = openLog(segments, testPorts())
  let floor = zeroUlid
  for (const [writer, each] of drafts) floor = log.append(writer, [each], floor)[0]?.event.id ?? floor
  return segments
}

function redact(segments: SegmentStore): void {
  for (const { writer, segment, bytes } of findUnredacted(segments, readRedactions(segments)))
    segments.replace(writer, segment, bytes)
}

const bytesOf = (segments: SegmentStore): string[] =>
  segments
    .writers()
    .flatMap((writer) => segments.list(writer).map((segment) => String(segments.read(writer, segment, 0))))

test('all words before a redaction go and nothing else, the chain holds, and a second time changes nothing', () => {
  fc.assert(
    fc.property(lines, (drafts) => {
      const segments = write(drafts)
      const before = [...openLog(segments, testPorts()).read(new Map(), toEvent)].map(({ event }) => event)
      const sizes = bytesOf(segments).map((text) => text.length)
      redact(segments)
      expect(bytesOf(segments).map((text) => text.length)).toEqual(sizes)
      const after = [...openLog(segments, testPorts()).read(new Map(), toEvent)].map(({ event }) => event)
      for (const [n, event] of after.entries()) {
        const was = before[n]
        const data = was?.data as { id: string; set?: object; query?: string }
        const isCovered = before.some(
          (other) =>
            other.type === 'record.redacted' && (other.data as { id: string }).id === data.id && other.id > event.id,
        )
        const isGone = isCovered && (data.set !== undefined || data.query !== undefined)
        expect(event).toEqual(isGone ? { ...was, data: undefined } : was)
      }
      expect(verifyLog(segments).findings.every(({ code }) => code === 'redacted')).toBe(true)
      const once = bytesOf(segments)
      redact(segments)
      expect(bytesOf(segments)).toEqual(once)
    }),
  )
})

test('redacted first and met later, or the other way round: the same bytes', () => {
  fc.assert(
    fc.property(lines, fc.nat(20), (drafts, early) => {
      const whole = write(drafts)
      const first = write(drafts.slice(0, early))
      redact(first)
      for (const writer of whole.writers()) {
        const theirs = new Map(whole.list(writer).map((segment) => [segment, whole.read(writer, segment, 0)]))
        rehomeBranch({ segments: first, writer, theirs })
      }
      redact(first)
      redact(whole)
      expect(bytesOf(first)).toEqual(bytesOf(whole))
    }),
  )
})

test('lines that move to another log, with their data or without, end as the same lines', () => {
  const branch = (name: string) =>
    write([
      ['anna', hit('c')],
      ['anna', edit('a')],
      ['anna', hit(name)],
      ['anna', redactAll('a')],
    ])
  const [ours, theirs] = [
    branch('x'),
    write([
      ['anna', hit('c')],
      ['anna', hit('older')],
    ]),
  ]
  const early = branch('x')
  redact(early)
  const given = new Map([[1, theirs.read('anna', 1, 0)]])
  for (const segments of [ours, early]) rehomeBranch({ segments, writer: 'anna', theirs: given, keep: 'theirs' })
  redact(ours)
  redact(early)
  expect(ours.writers()).toHaveLength(2)
  expect(bytesOf(early)).toEqual(bytesOf(ours))
})
