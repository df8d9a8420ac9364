/** The bytes of a file at the length that it had when it was listed, whatever becomes of it while it is read. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { findErrno } from '../../lib/errors.ts'

const chunkBytes = 256 * 1024

export interface OpenedFile {
  size: number
  /** To be read to its end; closes the file. */
  body: Iterable<Buffer>
}

/** Undefined where the file is there no more. `size` is how much of it to take; all that is there now if not said. */
export function openCopy(path: string, size?: number): OpenedFile | undefined {
  try {
    const fd = openSync(path, 'r')
    const length = size ?? fstatSync(fd).size
    return { size: length, body: readExactly(fd, length) }
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}

/** A file that became shorter is filled up with zeros, as tar does: its entry has a length already. */
function* readExactly(fd: number, size: number): Generator<Buffer> {
  try {
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(chunkBytes, size - at))
      const count = readSync(fd, chunk, 0, chunk.length, at)
      at += count === 0 ? chunk.length : count
      yield count === 0 ? chunk : chunk.subarray(0, count)
    }
  } finally {
    closeSync(fd)
  }
}
