/** The lines of a file, one at a time and as text, so that one that is too long or no text spoils no other. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { MemoError } from '../../../lib/errors.ts'
import { decodeUtf8 } from '../../../lib/utf8.ts'

export type FileLine = { number: number; text: string } | { number: number; problem: string }

const chunkBytes = 64 * 1024
const newline = 0x0a

/**
 * Reads line by line; blank lines are left out, and lines of more than `longest` bytes are told and not held in memory.
 * Throws REFUSED for what is no ordinary file.
 */
export function* readFileLines(path: string, longest: number): Generator<FileLine> {
  const file = openSync(path, 'r')
  try {
    if (!fstatSync(file).isFile()) throw new MemoError('REFUSED', `${path} is not a file`)
    yield* splitLines(file, longest)
  } finally {
    closeSync(file)
  }
}

function* splitLines(file: number, longest: number): Generator<FileLine> {
  let number = 1
  let parts: Buffer[] = []
  let size = 0
  const take = (bytes: Buffer): void => {
    size += bytes.length
    if (size <= longest) parts.push(bytes)
    else parts = []
  }
  for (const chunk of readChunks(file)) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, end))
      yield* toLine(number++, Buffer.concat(parts), size > longest ? longest : undefined)
      parts = []
      size = 0
      start = end + 1
    }
    take(chunk.subarray(start))
  }
  yield* toLine(number, Buffer.concat(parts), size > longest ? longest : undefined)
}

function* readChunks(file: number): Generator<Buffer> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const size = readSync(file, chunk, 0, chunkBytes, null)
    if (size === 0) return
    yield chunk.subarray(0, size)
  }
}

function* toLine(number: number, bytes: Buffer, exceeded: number | undefined): Generator<FileLine> {
  if (exceeded !== undefined) {
    yield { number, problem: `it is longer than ${exceeded} bytes` }
    return
  }
  const text = decodeUtf8(bytes)
  if (text === undefined) yield { number, problem: 'it is not valid UTF-8' }
  else if (text.trim() !== '') yield { number, text }
}
