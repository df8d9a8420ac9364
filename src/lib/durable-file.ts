/**
 * Appending and replacing files so that a crash or a full disk leaves the old content or the new, never a part.
 * Folders are made 0700 and files 0600: a vault is private to its owner.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { findErrno } from './errors.ts'
import { removeFile } from './remove-file.ts'

let temporaryCount = 0

/**
 * Makes the folder and those above it that are missing. Not by Node's own recursion, which goes round for ever where a
 * file system answers ENOENT to every `mkdir`, as /proc does.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Appends all bytes and syncs them; on any failure cuts the file back to what it was and rethrows. */
export function appendDurably(path: string, bytes: Uint8Array): void {
  const fd = openSync(path, 'a', 0o600)
  try {
    const before = fstatSync(fd).size
    try {
      writeAll(fd, bytes)
      fdatasyncSync(fd)
    } catch (error) {
      ftruncateSync(fd, before)
      throw error
    }
    if (before === 0) syncFolder(dirname(path))
  } finally {
    closeSync(fd)
  }
}

/**
 * Replaces the file by temp and rename. `durable: false` skips the sync, for what can be derived again.
 * The temporary file is removed on failure. Returns the new file's stat.
 */
export function replaceFile(path: string, bytes: Uint8Array, options: { durable: boolean }): Stats {
  const { temporary, fd } = openTemporary(path)
  try {
    let stat: Stats
    try {
      writeAll(fd, bytes)
      if (options.durable) fsyncSync(fd)
      stat = fstatSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(temporary, path)
    if (options.durable) syncFolder(dirname(path))
    return stat
  } catch (error) {
    removeFile(temporary)
    throw error
  }
}

/** The next name may be taken: in a container each process has the number that the one killed before it had. */
function openTemporary(path: string): { temporary: string; fd: number } {
  for (;;) {
    const temporary = `${path}.${process.pid}-${temporaryCount++}.tmp`
    try {
      return { temporary, fd: openSync(temporary, 'wx', 0o600) }
    } catch (error) {
      if (findErrno(error) !== 'EEXIST') throw error
    }
  }
}

/**
 * `write` may take fewer bytes than it was given (a filling disk, a signal), so go on until all are taken.
 * @param position where in the file they go; without it, where the last ones ended
 */
export function writeAll(fd: number, bytes: Uint8Array, position?: number): void {
  let written = 0
  while (written < bytes.length) {
    const at = position === undefined ? null : position + written
    written += writeSync(fd, bytes, written, bytes.length - written, at)
  }
}

/** Makes a new or renamed entry of the folder durable. */
export function syncFolder(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
