/** How much the log holds, and how much of it the index has not folded yet. Reads no event. */
import type { Cursor, EventLog } from '../../events/log.ts'
import { startPosition } from '../../events/log.ts'
import type { SegmentStore } from '../../events/segments.ts'
import { ulidTime } from '../../events/ulid.ts'
import { toIso } from '../../record/times.ts'

export interface WriterState {
  id: string
  /** Events of its log that the index has folded. */
  events: number
  /** When the newest of those was written, by the clock of the writer; null before the first. */
  newest: string | null
  /** Whether this is the writer that this clone writes as. */
  isOwn: boolean
}

export interface Behind {
  /** Events; null when there are too many to be counted quickly. */
  events: number | null
  bytes: number
}

/** Bytes that are read to count lines: some ten thousand events, in milliseconds. */
const mostCounted = 8 * 1024 * 1024

export function listWriters(log: EventLog, cursor: Cursor, own: string | undefined): WriterState[] {
  const ids = [...new Set([...cursor.keys(), ...log.segments.writers()])].sort()
  return ids.map((id) => {
    const at = cursor.get(id) ?? startPosition
    return { id, events: at.seq, newest: at.seq === 0 ? null : toIso(ulidTime(at.id)), isOwn: id === own }
  })
}

export function measureBehind({ segments }: EventLog, cursor: Cursor): Behind {
  const pieces = segments.writers().flatMap((writer) => piecesAfter(segments, writer, cursor))
  const bytes = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  if (bytes > mostCounted) return { events: null, bytes }
  return { events: pieces.reduce((sum, piece) => sum + countLines(segments, piece), 0), bytes }
}

interface Piece {
  writer: string
  segment: number
  from: number
  to: number
}

function piecesAfter(segments: SegmentStore, writer: string, cursor: Cursor): Piece[] {
  const at = cursor.get(writer) ?? startPosition
  return segments
    .list(writer)
    .filter((segment) => segment >= at.segment)
    .map((segment) => ({
      ...{ writer, segment },
      from: segment === at.segment ? at.offset : 0,
      to: segments.size(writer, segment) ?? 0,
    }))
    .filter(({ from, to }) => to > from)
}

function countLines(segments: SegmentStore, { writer, segment, from, to }: Piece): number {
  let lines = 0
  for (const byte of segments.read(writer, segment, from, to)) if (byte === 0x0a) lines++
  return lines
}
