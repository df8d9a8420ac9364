/**
 * Whether this clone's own log still ends with what it wrote last. A backup that was restored over the vault takes lines
 * away that other clones may have; to go on from there would make a second branch of the chain.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLineEnd } from '../events/log-end.ts'
import type { Position } from '../events/position.ts'
import type { SegmentStore } from '../events/segments.ts'
import type { VaultPaths } from './layout.ts'

interface LastAppend {
  writer: string
  segment: number
  /** Of the segment's file: tools that put files back make new ones, mostly. */
  inode: number
  /** Where the last line ends in the segment, and the hash of its header. */
  offset: number
  hash: string
}

/** Remembers the end of one's own log after an append. Nothing depends on it being durable: an older note is true too. */
export function noteAppend(paths: VaultPaths, segments: SegmentStore, writer: string, at: Position): void {
  const { segment, offset, hash } = at
  try {
    const { ino: inode } = statSync(join(paths.root, segments.name(writer, segment)))
    const note: LastAppend = { writer, segment, inode, offset, hash }
    writeFileSync(paths.appended, JSON.stringify(note), { mode: 0o600 })
  } catch {
    // The event is in the log; a full disk must not turn it into a failure.
  }
}

/** Costs one look at the file; only a file that was put there anew is read, and one that holds our last line is ours. */
export function isOwnLogReplaced(paths: VaultPaths, segments: SegmentStore, writer: string): boolean {
  const note = readNote(paths)
  if (note === undefined || note.writer !== writer) return false
  const { segment, inode, offset, hash } = note
  const stat = statSync(join(paths.root, segments.name(writer, segment)), { throwIfNoEntry: false })
  if (stat !== undefined && stat.ino === inode && stat.size >= offset) return false
  return stat === undefined || stat.size < offset || !isLineEnd(segments, writer, { segment, offset, hash })
}

function readNote(paths: VaultPaths): LastAppend | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(paths.appended, 'utf8'))
    return isLastAppend(note) ? note : undefined
  } catch {
    // None yet, or half written: then nothing is known, as in a vault of the first version.
    return undefined
  }
}

function isLastAppend(value: unknown): value is LastAppend {
  const { writer, segment, inode, offset, hash } = (value ?? {}) as Partial<LastAppend>
  const areTexts = typeof writer === 'string' && typeof hash === 'string'
  return areTexts && [segment, inode, offset].every((number) => Number.isSafeInteger(number) && Number(number) >= 0)
}
