/** Finding the few lines of the log that hold a text, without decoding the others. */
import { tryRead } from './lines.ts'
import type { ToEvent } from './log.ts'
import type { LogEvent } from './newest-first.ts'
import { damagedAt } from './position.ts'
import type { SegmentStore } from './segments.ts'

export interface FindLinesInput {
  segments: SegmentStore
  toEvent: ToEvent
  /** As it stands in the line: JSON, without spaces. */
  text: string
}

const newline = 0x0a

/**
 * The events whose lines hold the text anywhere, writer by writer. A line that stands there twice comes once. Throws
 * INTEGRITY for a damaged line that holds it; damage elsewhere is not looked for.
 */
export function* findLines({ segments, toEvent, text }: FindLinesInput): Generator<LogEvent> {
  for (const writer of segments.writers()) {
    const seen = new Set<number>()
    for (const segment of segments.list(writer)) {
      const bytes = segments.read(writer, segment, 0)
      for (const { start, end } of linesHolding(bytes, text)) {
        // A line that is still being written, or that a crash cut off, is not part of the log.
        if (end === -1) continue
        const event = tryRead(toEvent, { bytes: bytes.subarray(start, end), terminated: true })
        if (typeof event === 'string') throw damagedAt(segments, writer, { segment, offset: start }, event)
        if (event.writer === writer && !seen.has(event.seq)) yield event
        seen.add(event.seq)
      }
    }
  }
}

/** Where the lines that hold the text begin and end; -1 for the end of one that has none. */
function* linesHolding(bytes: Buffer, text: string): Generator<{ start: number; end: number }> {
  for (let at = bytes.indexOf(text); at !== -1; ) {
    const start = at === 0 ? 0 : bytes.lastIndexOf(newline, at - 1) + 1
    const end = bytes.indexOf(newline, at)
    yield { start, end }
    at = end === -1 ? -1 : bytes.indexOf(text, end)
  }
}
