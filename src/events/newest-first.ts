/**
 * The log from its newest events back, each writer's lines in their own order and the writers merged by id. Only as much is
 * read as the caller takes. Lines that a repair moved stand where it put them.
 */
import { tryDecode, tryRead } from './lines.ts'
import { linesBack } from './lines-back.ts'
import type { ToEvent } from './log.ts'
import { byOrder, mergeWriters } from './merge-writers.ts'
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
export function readNewestFirst(input: NewestFirstInput): Generator<LogEvent> {
  const { segments, writers = segments.writers() } = input
  return mergeWriters(
    writers.map((writer) => readBackwards(input, writer)),
    (a, b) => byOrder(b, a),
  )
}

function* readBackwards(input: NewestFirstInput, writer: string): Generator<LogEvent> {
  const { segments, toEvent, mayBeWanted = () => true } = input
  const last = segments.list(writer).at(-1) ?? 0
  for (const { segment, line } of linesBack(segments, writer)) {
    if (line === undefined) throw missingSegment(segments, writer, segment)
    if (line.terminated && !mayBeWanted(line.bytes)) continue
    const isTail = segment === last && line.isLast
    if (isTail && typeof tryDecode(line) === 'string') continue
    const event = tryRead(toEvent, line)
    if (typeof event === 'string') throw damagedAt(segments, writer, { segment, offset: line.start }, event)
    yield event
  }
}
