/** Where a reader stands in a writer's log, and how a damaged place is told. */
import { MemoError } from '../lib/errors.ts'
import { chainStart } from './codec.ts'
import type { SegmentStore } from './segments.ts'
import { zeroUlid } from './ulid.ts'

/** Where a reader stands in one writer's log, and what the next line must continue. */
export interface Position {
  segment: number
  /** Bytes of the segment already read. */
  offset: number
  /** Sequence number of the last line read; 0 before the first. */
  seq: number
  /** Header hash of the last line read. */
  hash: string
  /** The greatest id read; lines that a repair brought here may be older than the one before them. */
  id: string
}

/** One position per writer: everything a projection has folded. */
export type Cursor = ReadonlyMap<string, Position>

export const startPosition: Position = { segment: 1, offset: 0, seq: 0, hash: chainStart, id: zeroUlid }

/** INTEGRITY for the line that begins at the position, with its file and line number. */
export function damagedAt(
  segments: SegmentStore,
  writer: string,
  at: { segment: number; offset: number },
  reason: string,
): MemoError {
  const before = segments.read(writer, at.segment, 0, at.offset)
  const line = before.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 1)
  return integrity(`${segments.name(writer, at.segment)} line ${line} is damaged: ${reason}`)
}

/** INTEGRITY for a segment that is not there though a later one is. */
export function missingSegment(segments: SegmentStore, writer: string, segment: number): MemoError {
  return integrity(`${segments.name(writer, segment)} is missing, though later segments are there`)
}

function integrity(message: string): MemoError {
  return new MemoError('INTEGRITY', message, {
    hint: 'run "memo verify" to see the extent and "memo doctor --fix" to set the damaged lines aside',
  })
}
