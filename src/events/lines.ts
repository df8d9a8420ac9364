/** Cutting bytes into lines, and reading one without throwing. */
import { MemoError } from '../lib/errors.ts'
import { type DecodedLine, decodeLine } from './codec.ts'

export interface Line {
  /** Without the newline. */
  bytes: Buffer
  /** Offset of the line's first byte. */
  start: number
  /** Offset of the byte after the line's newline (or after its last byte when it has none). */
  end: number
  terminated: boolean
  isLast: boolean
}

/** The lines of the bytes, which begin at `offset` of their segment. */
export function* splitLines(bytes: Buffer, offset: number): Generator<Line> {
  let start = 0
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start)
    const terminated = newline !== -1
    const stop = terminated ? newline : bytes.length
    const next = terminated ? newline + 1 : bytes.length
    yield {
      bytes: bytes.subarray(start, stop),
      start: offset + start,
      end: offset + next,
      terminated,
      isLast: next === bytes.length,
    }
    start = next
  }
}

/** The decoded line, or why it cannot be one. */
export function tryDecode(line: Pick<Line, 'bytes' | 'terminated'>): DecodedLine | string {
  return line.terminated ? orReason(() => decodeLine(line.bytes)) : 'it has no newline'
}

/** The event that a line holds, or why it holds none. */
export function tryRead<Event>(
  toEvent: (line: DecodedLine) => Event,
  line: Pick<Line, 'bytes' | 'terminated'>,
): Event | string {
  const decoded = tryDecode(line)
  return typeof decoded === 'string' ? decoded : tryToEvent(toEvent, decoded)
}

/** The event of a line that is sound as bytes, or why it is none. */
export function tryToEvent<Event>(toEvent: (line: DecodedLine) => Event, decoded: DecodedLine): Event | string {
  return orReason(() => toEvent(decoded))
}

function orReason<T>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof MemoError) return error.message
    throw error
  }
}
