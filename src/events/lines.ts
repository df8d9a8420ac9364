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
  if (!line.terminated) return 'it has no newline'
  try {
    return decodeLine(line.bytes)
  } catch (error) {
    if (error instanceof MemoError) return error.message
    throw error
  }
}
