/** The end of a writer's log, found from the back, and the cut of what is torn behind it. */
import { type Line, tryDecode } from './lines.ts'
import { damagedAt, missingSegment, type Position, startPosition } from './position.ts'
import type { SegmentStore } from './segments.ts'

export interface LogEnd {
  /** After the last sound line. */
  position: Position
  /** Whether one torn line stands behind it. */
  torn: boolean
}

/** Only the last line may be torn. Throws INTEGRITY if the one before it is bad too: that is damage, not a tear. */
export function findEnd(segments: SegmentStore, writer: string): LogEnd {
  const segment = segments.list(writer).at(-1)
  if (segment === undefined) return { position: startPosition, torn: false }
  const end = segments.size(writer, segment) ?? 0
  const whole = endAt(segments, writer, segment, end)
  if (typeof whole !== 'string') return { position: whole, torn: false }
  const { start } = lastLine(segments, writer, segment, end)
  return { position: getEndAt(segments, writer, segment, start), torn: true }
}

/** As `findEnd`, and sets the torn line aside, or what there is of lines that were appended together. */
export function cutTornTail(segments: SegmentStore, writer: string): LogEnd {
  if (segments.cutUnfinished(writer)) return { ...findEnd(segments, writer), torn: true }
  const end = findEnd(segments, writer)
  if (end.torn) segments.truncate(writer, end.position.segment, end.position.offset, 'torn')
  return end
}

/** Whether a sound line with this header hash ends there. */
export function isLineEnd(
  segments: SegmentStore,
  writer: string,
  { segment, offset, hash }: Pick<Position, 'segment' | 'offset' | 'hash'>,
): boolean {
  if (offset === 0 || (segments.size(writer, segment) ?? 0) < offset) return false
  const found = endAt(segments, writer, segment, offset)
  return typeof found !== 'string' && found.hash === hash
}

/** The position at `end` if a sound line ends there, else what is wrong with the line. */
function endAt(segments: SegmentStore, writer: string, segment: number, end: number): Position | string {
  if (end === 0) return segment === 1 ? startPosition : endBefore(segments, writer, segment)
  const decoded = tryDecode(lastLine(segments, writer, segment, end))
  if (typeof decoded === 'string') return decoded
  const { seq, id } = decoded.header as { seq: number; id: string }
  return { segment, offset: end, seq, hash: decoded.headerHash, id }
}

function endBefore(segments: SegmentStore, writer: string, segment: number): Position {
  const size = segments.size(writer, segment - 1)
  if (size === undefined) throw missingSegment(segments, writer, segment - 1)
  return { ...getEndAt(segments, writer, segment - 1, size), segment, offset: 0 }
}

function getEndAt(segments: SegmentStore, writer: string, segment: number, end: number): Position {
  const found = endAt(segments, writer, segment, end)
  if (typeof found !== 'string') return found
  const offset = lastLine(segments, writer, segment, end).start
  throw damagedAt(segments, writer, { segment, offset }, found)
}

/** Most lines take a tenth of this; room for more is not had from Node's pool, and each append reads one. */
const firstWindow = 4095

/** The line that ends at `end`. Reads backwards in growing windows until it is whole in one. */
function lastLine(
  segments: SegmentStore,
  writer: string,
  segment: number,
  end: number,
): Pick<Line, 'bytes' | 'start' | 'terminated'> {
  for (let window = firstWindow; ; window *= 4) {
    const from = Math.max(0, end - window)
    const bytes = segments.read(writer, segment, from, end)
    const terminated = bytes.at(-1) === 0x0a
    const text = terminated ? bytes.subarray(0, -1) : bytes
    const newline = text.lastIndexOf(0x0a)
    if (newline !== -1 || from === 0)
      return { bytes: text.subarray(newline + 1), start: from + newline + 1, terminated }
  }
}
