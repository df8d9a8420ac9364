/**
 * A note of an append of several lines, made durable before it begins: they are one command's, and a crash in the middle
 * would leave a part of it behind that is sound by itself. One line alone needs none, because a part of it is no line.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder, writeAll } from '../lib/durable-file.ts'
import { findErrno } from '../lib/errors.ts'
import { sha256 } from '../lib/hash.ts'

interface AppendNote {
  writer: string
  segment: number
  /** Of the segment's file; 0 for one that was to be made. One that was written anew since is not the file of the note. */
  inode: number
  /** Where the lines begin, and how many bytes they are. */
  from: number
  size: number
  digest: string
}

export function isOfSeveralLines(bytes: Buffer): boolean {
  return bytes.indexOf(0x0a) < bytes.length - 1
}

/** The note of an append to the end of the file. */
export function toAppendNote(path: string, { writer, segment }: Pick<AppendNote, 'writer' | 'segment'>, bytes: Buffer) {
  const stat = statSync(path, { throwIfNoEntry: false })
  const note: AppendNote = {
    ...{ writer, segment },
    ...{ inode: stat?.ino ?? 0, from: stat?.size ?? 0 },
    ...{ size: bytes.length, digest: sha256(bytes) },
  }
  return note
}

/** Written in place, and emptied after: a rename would cost each append one sync more. */
export function saveAppendNote(path: string, note: AppendNote): void {
  const isNew = !existsSync(path)
  const fd = openSync(path, 'w', 0o600)
  try {
    writeAll(fd, Buffer.from(JSON.stringify(note)))
    fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
  if (isNew) syncFolder(dirname(path))
}

/** The lines are there, or none of them is. */
export function clearAppendNote(path: string): void {
  try {
    truncateSync(path, 0)
  } catch {
    // Whoever reads it finds that all of them are there.
  }
}

/** Undefined where nothing was begun; a note that is half written itself is of an append that was not, and says nothing. */
export function readAppendNote(path: string): AppendNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isAppendNote(note) ? note : undefined
  } catch (error) {
    if (error instanceof SyntaxError || findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}

function isAppendNote(value: unknown): value is AppendNote {
  const { writer, segment, inode, from, size, digest } = (value ?? {}) as Partial<AppendNote>
  const areTexts = typeof writer === 'string' && typeof digest === 'string'
  return areTexts && [segment, inode, from, size].every((number) => Number.isSafeInteger(number) && Number(number) >= 0)
}

/** Whether the file ends within what was to be appended to it, or with other bytes than these. */
export function isUnfinished(path: string, { inode, from, size, digest }: AppendNote): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || (inode !== 0 && stat.ino !== inode)) return false
  if (stat.size <= from || stat.size > from + size) return false
  return sha256(readFileSync(path).subarray(from)) !== digest
}
