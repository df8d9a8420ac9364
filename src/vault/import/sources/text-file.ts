/** Reading a file that should be text: what it says, or in one sentence why it cannot be read. */
import { readFileSync, statSync } from 'node:fs'
import { findErrno } from '../../../lib/errors.ts'
import { decodeUtf8 } from '../../../lib/utf8.ts'

export interface Problem {
  problem: string
}

export interface FileState {
  /** Another one whenever the file may have changed. */
  stamp: string
  /** Milliseconds since 1970. */
  changedAt: number
  size: number
}

/** For frontmatter, besides the body that the limit is for (bytes). */
const roomForFields = 1024 * 1024

export function stateOf(file: string): FileState | Problem {
  try {
    const { size, mtimeMs, ctimeMs } = statSync(file)
    return { stamp: `${size}:${mtimeMs}:${ctimeMs}`, changedAt: Math.floor(mtimeMs), size }
  } catch (error) {
    return unreadable(file, error)
  }
}

/** The text without a byte order mark. A file that cannot but hold too long a body (bytes) is not read at all. */
export function readText(file: string, { size }: FileState, bodyBytes: number): string | Problem {
  if (size > bodyBytes + roomForFields) {
    return { problem: `it has ${size} bytes, more than the ${bodyBytes} that limits.bodyBytes allows` }
  }
  try {
    const bytes = readFileSync(file)
    return decodeUtf8(bytes) ?? { problem: explain(bytes) }
  } catch (error) {
    return unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown): Problem {
  if (file.includes('\ufffd')) return { problem: 'its name is not valid UTF-8' }
  return { problem: `it cannot be read (${findErrno(error) ?? 'unknown'})` }
}

function explain(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) return 'it is UTF-16; convert it to UTF-8'
  return bytes.includes(0) ? 'it is binary, not text' : 'it is not valid UTF-8'
}
