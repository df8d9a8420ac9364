/** The lines of one branch of a writer's log, where each stands, and what of a line stays when it moves to another log. */
import { MemoError } from '../lib/errors.ts'
import { sha256 } from '../lib/hash.ts'
import type { DecodedLine } from './codec.ts'
import { splitLines, tryDecode, tryToEvent } from './lines.ts'
import { type EventHeader, toEvent } from './schema.ts'
import type { SegmentStore } from './segments.ts'

/** A branch as bytes: segment number to content. A segment that is not named is as the log has it. */
export type BranchBytes = ReadonlyMap<number, Buffer>

export interface BranchLine {
  segment: number
  /** Of the line's first byte in its segment. */
  start: number
  /** With the newline. */
  bytes: Buffer
  header: EventHeader
  data: unknown
  /** Two lines with the same one are the same line, even if the data of one was redacted. */
  hash: string
}

/** The same for a line and its copy in another log: all of the header but what its place gives. */
export function lineKey({ id, at, actor, type, digest }: EventHeader): string {
  return [id, at, actor, type, digest].join(' ')
}

/**
 * The writer to whom a branch moves that begins with this line. It follows from the line alone, so whoever moves the
 * branch, here or in another clone, moves it to the same log, and the copies meet as one.
 */
export function forkWriter(first: EventHeader): string {
  return `fork-${sha256(lineKey(first)).slice(0, 16)}`
}

/**
 * Lines of the given segments, in order, each continuing the one before it; the first continues `before`. A torn last
 * line is not one of them. Any other bad line is INTEGRITY, with the name of its segment.
 */
export function readBranch(segments: SegmentStore, writer: string, branch: BranchBytes, before?: string): BranchLine[] {
  const numbers = [...branch.keys()].sort((a, b) => a - b)
  const lines: BranchLine[] = []
  for (const segment of numbers) {
    let number = 0
    for (const line of splitLines(branch.get(segment) ?? Buffer.alloc(0), 0)) {
      number += 1
      const decoded = tryDecode(line)
      if (typeof decoded === 'string' && segment === numbers.at(-1) && line.isLast) break
      const prev = lines.at(-1)?.hash ?? before
      const read = typeof decoded === 'string' ? decoded : tryPlace(writer, decoded, prev)
      if (typeof decoded === 'string' || typeof read === 'string') {
        throw unreadable(`${segments.name(writer, segment)} line ${number}`, String(read))
      }
      const { start, bytes } = line
      lines.push({
        segment,
        start,
        bytes: withNewline(bytes),
        header: read,
        data: decoded.data,
        hash: decoded.headerHash,
      })
    }
  }
  return lines
}

function tryPlace(writer: string, decoded: DecodedLine, prev: string | undefined): EventHeader | string {
  const event = tryToEvent(toEvent, decoded)
  if (typeof event === 'string') return event
  const { data: _, ...header } = event
  if (header.writer !== writer) return `it belongs to the writer ${header.writer}`
  return prev === undefined || header.prev === prev ? header : 'it does not continue the line before it'
}

function withNewline(line: Buffer): Buffer {
  return Buffer.concat([line, Buffer.from('\n')])
}

function unreadable(place: string, reason: string): MemoError {
  return new MemoError('INTEGRITY', `a branch of ${place} is damaged: ${reason}`, {
    hint: 'run "memo doctor" to see what is wrong here; a version from elsewhere is left alone until it is sound',
  })
}
