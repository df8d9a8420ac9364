/**
 * The log as something to watch: from a place on as it grows, or from a place back, a page at a time. A place says how far
 * each writer's log was read, so that events which another clone wrote earlier and which arrive later are not missed.
 * Lines that cannot be read are passed over; telling of damage is the doctor's work.
 */
import { type Line, splitLines, tryRead } from '../../events/lines.ts'
import { linesBack, type Spot } from '../../events/lines-back.ts'
import type { ToEvent } from '../../events/log.ts'
import { byOrder, mergeWriters } from '../../events/merge-writers.ts'
import type { LogEvent } from '../../events/newest-first.ts'
import type { SegmentStore } from '../../events/segments.ts'

/** By writer. */
export type LogPlace = ReadonlyMap<string, Spot>

export interface FeedInput {
  segments: SegmentStore
  toEvent: ToEvent
  place: LogPlace
  /** Events at most. */
  limit: number
}

/** Events that came behind the place, each with the place behind it; a writer that the place does not name is new. */
export function readOn({ segments, toEvent, place, limit }: FeedInput): { event: LogEvent; place: LogPlace }[] {
  const reached = new Map(place)
  const rests = segments
    .writers()
    .map((writer) => readWriterOn(segments, writer, place.get(writer) ?? { segment: 1, offset: 0 }))
  const found: { event: LogEvent; place: LogPlace }[] = []
  const came = rests.map((lines) => decoded(lines, toEvent))
  for (const { event, writer, spot } of mergeWriters(came, (a, b) => byOrder(a.event, b.event))) {
    reached.set(writer, spot)
    found.push({ event, place: new Map(reached) })
    if (found.length === limit) break
  }
  return found
}

export interface FeedPage {
  /** Newest first. */
  events: LogEvent[]
  /** Where older ones are; undefined at the beginning of the log. */
  older: LogPlace | undefined
}

/** Events in front of the place, for which `mayBeWanted` says yes to the bytes and `isWanted` to the event. */
export function readBack(
  input: FeedInput & { mayBeWanted(line: Buffer): boolean; isWanted(event: LogEvent): boolean },
): FeedPage {
  const { segments, toEvent, place, limit, mayBeWanted, isWanted } = input
  const reached = new Map(place)
  const events: LogEvent[] = []
  const rests = [...place].map(([writer, spot]) => readWriterBack(segments, writer, spot))
  const wanted = rests.map((lines) => decoded(filtered(lines, mayBeWanted), toEvent))
  for (const { event, writer, spot } of mergeWriters(wanted, (a, b) => byOrder(b.event, a.event))) {
    if (!isWanted(event)) continue
    if (events.length === limit) return { events, older: reached }
    reached.set(writer, spot)
    events.push(event)
  }
  return { events, older: undefined }
}

/** Behind everything that is there. */
export function endOfLog(segments: SegmentStore): LogPlace {
  return new Map(
    segments.writers().flatMap((writer) => {
      const segment = segments.list(writer).at(-1)
      return segment === undefined ? [] : [[writer, { segment, offset: wholeLines(segments, writer, segment) }]]
    }),
  )
}

export function formatPlace(place: LogPlace): string {
  return [...place].map(([writer, { segment, offset }]) => `${writer}:${segment}:${offset}`).join(',')
}

/** Undefined for what `formatPlace` did not write. */
export function parsePlace(text: string): LogPlace | undefined {
  if (text === '') return new Map()
  const parts = text.split(',').map((part) => /^([a-z0-9._-]{1,128}):(\d{1,9}):(\d{1,12})$/.exec(part))
  if (parts.some((part) => part === null)) return undefined
  return new Map(
    parts.map((part) => [part?.[1] ?? '', { segment: Number(part?.[2]), offset: Number(part?.[3]) }] as const),
  )
}

interface FeedLine {
  writer: string
  line: Line
  /** Where a reader stands that has read it. */
  spot: Spot
}

interface Decoded {
  writer: string
  event: LogEvent
  spot: Spot
}

function* readWriterOn(segments: SegmentStore, writer: string, from: Spot): Generator<FeedLine> {
  const last = segments.list(writer).at(-1) ?? 0
  for (let { segment, offset } = from; segment <= last; segment++, offset = 0) {
    const size = segments.size(writer, segment) ?? 0
    if (size <= offset) continue
    for (const line of splitLines(segments.read(writer, segment, offset, size), offset)) {
      // Somebody is writing it, or a crash cut it off.
      if (!line.terminated) return
      yield { writer, line, spot: { segment, offset: line.end } }
    }
  }
}

function* readWriterBack(segments: SegmentStore, writer: string, from: Spot): Generator<FeedLine> {
  for (const { segment, line } of linesBack(segments, writer, from)) {
    if (line !== undefined) yield { writer, line, spot: { segment, offset: line.start } }
  }
}

function* filtered(lines: Iterable<FeedLine>, mayBeWanted: (line: Buffer) => boolean): Generator<FeedLine> {
  for (const step of lines) if (mayBeWanted(step.line.bytes)) yield step
}

function* decoded(lines: Iterable<FeedLine>, toEvent: ToEvent): Generator<Decoded> {
  for (const { writer, line, spot } of lines) {
    const event = tryRead(toEvent, line)
    if (typeof event !== 'string') yield { writer, event, spot }
  }
}

/** Without a last line that is still being written. */
function wholeLines(segments: SegmentStore, writer: string, segment: number): number {
  return segments.read(writer, segment, 0).lastIndexOf(0x0a) + 1
}
