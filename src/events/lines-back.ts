/** The lines of one writer's log from a place back. */
import { type Line, splitLines } from './lines.ts'
import type { SegmentStore } from './segments.ts'

export interface Spot {
  segment: number
  /** Bytes of the segment. */
  offset: number
}

export interface BackLine {
  segment: number
  /** Undefined for a segment that is missing. */
  line: Line | undefined
}

const end: Spot = { segment: Number.POSITIVE_INFINITY, offset: 0 }

/** Lines in front of the place, the nearest first. Segment by segment: one is small, and its lines are found from its start. */
export function* linesBack(segments: SegmentStore, writer: string, from: Spot = end): Generator<BackLine> {
  for (let segment = Math.min(from.segment, segments.list(writer).at(-1) ?? 0); segment >= 1; segment--) {
    const size = segments.size(writer, segment)
    if (size === undefined) {
      yield { segment, line: undefined }
      continue
    }
    const bytes = segments.read(writer, segment, 0, segment === from.segment ? Math.min(from.offset, size) : size)
    for (const line of [...splitLines(bytes, 0)].reverse()) yield { segment, line }
  }
}
