/**
 * The append-only event log over a segment store: reading every writer from a cursor, and appending to one's own
 * segments. It knows lines and chains, not what events mean. The caller holds the vault's lock while it appends.
 */
import type { Ports } from '../lib/ports.ts'
import { type Appender, beginAppend } from './append.ts'
import type { DecodedLine } from './codec.ts'
import { splitLines, tryDecode, tryToEvent } from './lines.ts'
import { cutTornTail, findEnd } from './log-end.ts'
import { type Cursor, damagedAt, missingSegment, type Position, startPosition } from './position.ts'
import type { EventDraft, OpaqueEvent, StoredEvent } from './schema.ts'
import type { SegmentStore } from './segments.ts'
import { laterUlid } from './ulid.ts'

export { type Cursor, type Position, startPosition } from './position.ts'

export interface ReadEvent {
  event: StoredEvent | OpaqueEvent
  /** Where a reader stands after this event. */
  position: Position
}

/** Turns a decoded line into an event; injected, because the real one loads the schema library. */
export type ToEvent = (line: { header: unknown; data: unknown }) => StoredEvent | OpaqueEvent

export interface EventLog {
  readonly segments: SegmentStore
  /** Whether any writer has bytes beyond the cursor. Costs two look-ups a writer, whatever the log's length. */
  hasNews(cursor: Cursor): boolean
  /**
   * Writers whose log ends before the cursor: the log was cut or replaced by an older one under the reader.
   */
  shorterThan(cursor: Cursor): string[]
  /** Events beyond the cursor, writer by writer, each writer in order. Throws INTEGRITY at a damaged line. */
  read(cursor: Cursor, toEvent: ToEvent): Generator<ReadEvent>
  /** The end of a writer's log. A torn tail is not part of it. Throws INTEGRITY when more than the tail is bad. */
  end(writer: string): Position
  /** Sets a torn tail aside and cuts it, so that the next append starts on a line of its own. Tells whether it did. */
  cutTornTail(writer: string): boolean
  /**
   * Appends the drafts in one write and one sync. `floor` is the greatest event id seen in the vault. Throws INTEGRITY
   * when more than the tail is bad.
   */
  append(writer: string, drafts: readonly EventDraft[], floor: string): ReadEvent[]
  /** Starts an append whose events are staged one after another and written together. */
  begin(writer: string, floor: string): Appender
}

export function openLog(segments: SegmentStore, ports: Ports): EventLog {
  return {
    segments,
    hasNews: (cursor) => segments.writers().some((writer) => hasNewsOf(segments, writer, cursor.get(writer))),
    shorterThan: (cursor) =>
      [...cursor].filter(([writer, at]) => isShorter(segments, writer, at)).map(([writer]) => writer),
    read: (cursor, toEvent) => readAll(segments, cursor, toEvent),
    end: (writer) => findEnd(segments, writer).position,
    cutTornTail: (writer) => cutTornTail(segments, writer).torn,
    append: (writer, drafts, floor) => {
      const appender = beginAppend({ segments, ports, writer, floor })
      const appended = appender.stage(drafts)
      appender.commit()
      return appended
    },
    begin: (writer, floor) => beginAppend({ segments, ports, writer, floor }),
  }
}

function hasNewsOf(segments: SegmentStore, writer: string, at: Position = startPosition): boolean {
  const size = segments.size(writer, at.segment)
  return (size !== undefined && size > at.offset) || segments.size(writer, at.segment + 1) !== undefined
}

function isShorter(segments: SegmentStore, writer: string, at: Position): boolean {
  if (at.seq === 0) return false
  const size = segments.size(writer, at.segment)
  return size === undefined || size < at.offset
}

function* readAll(segments: SegmentStore, cursor: Cursor, toEvent: ToEvent): Generator<ReadEvent> {
  for (const writer of segments.writers()) {
    yield* readWriter({ segments, writer, toEvent }, cursor.get(writer) ?? startPosition)
  }
}

interface Reader {
  segments: SegmentStore
  writer: string
  toEvent: ToEvent
}

function* readWriter(reader: Reader, from: Position): Generator<ReadEvent> {
  const { segments, writer } = reader
  const last = segments.list(writer).at(-1) ?? 0
  let position = from
  for (;;) {
    const size = segments.size(writer, position.segment)
    if (size === undefined && position.segment < last) throw missingSegment(segments, writer, position.segment)
    if (size === undefined) return
    const isActive = position.segment >= last
    for (const line of splitLines(segments.read(writer, position.segment, position.offset, size), position.offset)) {
      const decoded = tryDecode(line)
      if (typeof decoded === 'string' && isActive && line.isLast) return
      const step = toStep(reader, position, line.end, decoded)
      position = step.position
      yield step
    }
    if (isActive) return
    position = { ...position, segment: position.segment + 1, offset: 0 }
  }
}

/** The event of a line that continues the chain. Throws INTEGRITY for any other line. */
function toStep(reader: Reader, position: Position, end: number, decoded: DecodedLine | string): ReadEvent {
  const { segments, writer, toEvent } = reader
  const event = typeof decoded === 'string' ? decoded : tryToEvent(toEvent, decoded)
  if (typeof decoded === 'string' || typeof event === 'string') {
    throw damagedAt(segments, writer, position, String(event))
  }
  if (event.writer !== writer) throw damagedAt(segments, writer, position, `it belongs to the writer ${event.writer}`)
  if (event.seq !== position.seq + 1 || event.prev !== position.hash) {
    throw damagedAt(segments, writer, position, 'it does not continue the line before it')
  }
  const id = laterUlid(event.id, position.id)
  return { event, position: { segment: position.segment, offset: end, seq: event.seq, hash: decoded.headerHash, id } }
}
