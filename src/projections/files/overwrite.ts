/**
 * Counters written over those that stood there. A use changes a few digits, so that the file keeps its length, and to put
 * another file in its place would cost ten times as much as all else that counting a use does. A crash leaves old and new
 * digits, of which each is a counter that the next write puts right; so this is for nothing but counters.
 */
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, futimesSync, openSync, type Stats } from 'node:fs'
import { writeAll } from '../../lib/durable-file.ts'
import type { FileSignature } from '../index/file-rows.ts'
import { isSame, toSignature } from './signature.ts'

export interface Overwriting {
  /** What the file held when it was last seen. */
  before: Buffer
  after: string
  known: FileSignature
}

/**
 * The file's new stat; undefined where it must be replaced: the texts are not of one length, what it holds is no text, it
 * is a link, has another name (a backup made of hard links), may not be written, or is not as it was last seen. Then nothing
 * is written, unless its time cannot be set.
 */
export function overwriteFile(path: string, { before, after, known }: Overwriting): Stats | undefined {
  const bytes = Buffer.from(after)
  // Whoever decoded what is no text saw other bytes than would stay here.
  if (bytes.length !== before.length || bytes.length !== known.size || !isUtf8(before)) return undefined
  const fd = openPlain(path)
  if (fd === undefined) return undefined
  try {
    const stat = fstatSync(fd)
    if (stat.nlink !== 1 || !isSame(toSignature(stat), known)) return undefined
    const { start, end } = findChange(before, bytes)
    writeAll(fd, bytes.subarray(start, end), start)
    return moveTimeOn(fd, known)
  } finally {
    closeSync(fd)
  }
}

function openPlain(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
  } catch {
    // Whoever replaces the file needs no leave to write it, and says what is in the way.
    return undefined
  }
}

/** Milliseconds: longer than the double that holds the time of a file can fail to show. */
const shortestStep = 1

/**
 * The stat with a time behind the one that was known: the kernel's clock for files ticks some hundred times a second, and may
 * have been set back. Undefined where the file is another's, who alone sets its time, or where times are kept in seconds.
 */
function moveTimeOn(fd: number, { mtime }: FileSignature): Stats | undefined {
  const stat = fstatSync(fd)
  if (stat.mtimeMs > mtime) return stat
  try {
    futimesSync(fd, stat.atimeMs / 1000, (mtime + shortestStep) / 1000)
  } catch {
    return undefined
  }
  const moved = fstatSync(fd)
  return moved.mtimeMs > mtime ? moved : undefined
}

/** From the first byte that differs to behind the last. */
function findChange(old: Buffer, bytes: Buffer): { start: number; end: number } {
  let [start, end] = [0, bytes.length]
  while (start < end && old[start] === bytes[start]) start += 1
  while (end > start && old[end - 1] === bytes[end - 1]) end -= 1
  return { start, end }
}
