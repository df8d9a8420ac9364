/**
 * Which lines of the log have to lose their data, and what they are then. Follows from the log alone, so every clone that
 * has the same lines ends with the same bytes, however often and in whatever order it is done.
 */
import { type DecodedLine, findRedactor, redactLine } from './codec.ts'
import { findLines } from './find-lines.ts'
import { splitLines, tryDecode } from './lines.ts'
import type { ToEvent } from './log.ts'
import { byOrder } from './merge-writers.ts'
import type { EventHeader, StoredEvent } from './schema.ts'
import type { SegmentStore } from './segments.ts'
import { holdsWords } from './words.ts'

/** What an event `record.redacted` says. */
export interface Redaction {
  /** Of the event. */
  id: string
  project: string
  record: string
  events: ReadonlySet<string>
  /** Also every other event before it that holds words. */
  all: boolean
}

export interface RedactedSegment {
  writer: string
  segment: number
  /** The whole segment. */
  bytes: Buffer
}

/** All of them, oldest first. Throws INTEGRITY at a damaged line that is one. */
export function readRedactions(segments: SegmentStore): Redaction[] {
  const found = [...findLines({ segments, toEvent: asWritten, text: '"type":"record.redacted"' })].sort(byOrder)
  return found.flatMap(({ type, id, data }) => {
    if (type !== 'record.redacted' || data === undefined || !('events' in data)) return []
    const { project, id: record, events, all } = data
    return [{ id, project, record, events: new Set(events), all: all === true }]
  })
}

const asWritten: ToEvent = ({ header, data }) => ({ ...(header as object), data }) as ReturnType<ToEvent>

/** Whether one of the redactions, which are about its record, takes the words of the event out. */
export function isCovered({ id, type, data }: StoredEvent, redactions: readonly Redaction[]): boolean {
  if (type === 'record.redacted') return false
  return redactions.some((redaction) => covers(redaction, { id, isOut: holdsWords(data) }))
}

/** An event without words stays, also one that another writer gave the id of an event that is named. */
function covers({ events, all, ...redaction }: Redaction, { id, isOut }: { id: string; isOut: boolean }): boolean {
  return isOut && (events.has(id) || (all && id < redaction.id))
}

/** The segments that are not as the redactions (oldest first) want them, each as it should be. */
export function* findUnredacted(
  segments: SegmentStore,
  redactions: readonly Redaction[],
): Generator<RedactedSegment & { lines: Buffer[] }> {
  for (const writer of segments.writers()) {
    for (const segment of segments.list(writer)) {
      const found = redactBytes(segments.read(writer, segment, 0), redactions)
      if (found !== undefined) yield { writer, segment, ...found }
    }
  }
}

/**
 * Lines of a log as the redactions (oldest first) want them, and those that are not so yet; undefined if all are. Lines
 * that cannot be read stay.
 */
export function redactBytes(
  bytes: Buffer,
  redactions: readonly Redaction[],
): { bytes: Buffer; lines: Buffer[] } | undefined {
  const marks = [...new Set(redactions.flatMap(({ id, record }) => [`"id":"${record}"`, `"redacted":"${id}"`]))]
  const isMarked = (text: Buffer): boolean => marks.some((mark) => text.includes(mark))
  if (!isMarked(bytes)) return undefined
  const result = Buffer.from(bytes)
  const lines: Buffer[] = []
  for (const line of splitLines(bytes, 0)) {
    const by = isMarked(line.bytes) ? findBy(line, redactions) : undefined
    const redacted = by === undefined ? line.bytes : redactLine(line.bytes, by)
    if (redacted.equals(line.bytes)) continue
    redacted.copy(result, line.start)
    lines.push(line.bytes)
  }
  return lines.length === 0 ? undefined : { bytes: result, lines }
}

/**
 * The oldest redaction that takes the line's data out: two clones that redact at the same time then name the same one.
 */
function findBy(line: Parameters<typeof tryDecode>[0], redactions: readonly Redaction[]): string | undefined {
  const decoded = tryDecode(line)
  if (typeof decoded === 'string') return undefined
  const about = redactions.filter(isAbout(decoded, redactions))
  const { id, type } = decoded.header as EventHeader
  if (type === 'record.redacted') return undefined
  const isOut = findRedactor(decoded.data) !== undefined || holdsWords(decoded.data as object)
  return about.find((redaction) => covers(redaction, { id, isOut }))?.id
}

/** A line without data is about the record of the redaction that it names. */
function isAbout({ data }: DecodedLine, redactions: readonly Redaction[]): (redaction: Redaction) => boolean {
  const by = findRedactor(data)
  const named = by === undefined ? undefined : redactions.find(({ id }) => id === by)
  const { project, id } = by === undefined ? (data as { project?: unknown; id?: unknown }) : toKey(named)
  return (redaction) => redaction.project === project && redaction.record === id
}

function toKey(redaction: Redaction | undefined): { project?: string; id?: string } {
  return redaction === undefined ? {} : { project: redaction.project, id: redaction.record }
}
