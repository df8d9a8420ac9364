/**
 * The log from its newest events back, each writer's lines in their own order and the writers merged by id. Only as much is
 * read as the caller takes. Lines that a repair moved stand where it put them.
 */
import { splitLines, tryDecode } from './lines.ts'
import type { ToEvent } from './log.ts'
import { damagedAt, missingSegment } from './position.ts'
import type { OpaqueEvent, StoredEvent } from './schema.ts'
import type { SegmentStore } from './segments.ts'

export type LogEvent = StoredEvent | OpaqueEvent

export interface NewestFirstInput {
  segments: SegmentStore
  toEvent: ToEvent
  /** Writers to read; all when left out. */
  writers?: readonly string[] | undefined
  /** Tells from a line's bytes that nobody wants it, so that it need not be decoded; when in doubt it is wanted. */
  mayBeWanted?(line: Buffer): boolean
}

/** Newest first. Throws INTEGRITY at a damaged line that it comes to. */
export function* readNewestFirst(input: NewestFirstInput): Generator<LogEvent> {
  const { segments, writers = segments.writers() } = input
  const heads = writers.flatMap((writer) => advance(readBackwards(input, writer)))
  while (heads.length > 0) {
    const newest = heads.reduce((best, head) => (isNewer(head.event, best.event) ? head : best))
    yield newest.event
    heads.splice(heads.indexOf(newest), 1, ...advance(newest.rest))
  }
}

interface Head {
  event: LogEvent
  rest: Generator<LogEvent>
}

function advance(rest: Generator<LogEvent>): Head[] {
  const next = rest.next()
  return next.done ? [] : [{ event: next.value, rest }]
}

function isNewer(a: LogEvent, b: LogEvent): boolean {
  return a.id === b.id ? a.writer > b.writer : a.id > b.id
}

/** Segment by segment: one is small, and its lines are found from its start. */
function* readBackwards(input: NewestFirstInput, writer: string): Generator<LogEvent> {
  const { segments, mayBeWanted = () => true } = input
  const last = segments.list(writer).at(-1) ?? 0
  for (let segment = last; segment >= 1; segment--) {
    if (segments.size(writer, segment) === undefined) throw missingSegment(segments, writer, segment)
    const lines = [...splitLines(segments.read(writer, segment, 0), 0)]
    for (const line of lines.reverse()) {
      if (line.terminated && !mayBeWanted(line.bytes)) continue
      const decoded = tryDecode(line)
      if (typeof decoded === 'string' && segment === last && line.isLast) continue
      if (typeof decoded === 'string') throw damagedAt(segments, writer, { segment, offset: line.start }, decoded)
      yield input.toEvent(decoded)
    }
  }
}
