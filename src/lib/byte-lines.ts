/**
 * The lines of a file or of standard input as bytes, so that one line that is no text spoils no other, and a line
 * separator of Unicode inside a text does not end its line.
 */
import { statSync } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { MemoError } from './errors.ts'
import { readInputFile } from './input-file.ts'

export interface ByteLines {
  /** Without their ends. May be read once. Throws REFUSED for a line without end. */
  lines: AsyncIterable<Uint8Array>
  /** The part of the input that was read so far; undefined for standard input. */
  share(): number | undefined
}

/**
 * `file` may be `-`, which is standard input; it is waited for until the signal fires. Throws when there is no such file.
 */
export function openByteLines(file: string, signal?: AbortSignal): ByteLines {
  if (file === '-') return { lines: toLines(openStdin(signal)), share: () => undefined }
  const stat = statSync(file)
  let read = 0
  // Opened when the first line is asked for: nobody would hear of a failure before.
  async function* readChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of readInputFile(file)) {
      read += chunk.length
      yield chunk
    }
  }
  const share = () => (stat.isFile() && stat.size > 0 ? read / stat.size : undefined)
  return { lines: toLines(readChunks()), share }
}

/** Standard input, which ends with an error when the signal fires. */
export function openStdin(signal?: AbortSignal): AsyncIterable<Buffer> {
  return signal === undefined ? process.stdin : addAbortSignal(signal, process.stdin)
}

/** Far above what a record can hold; it only ends an input that has no lines. */
const longestLine = 64 * 1024 * 1024

const newline = 0x0a

async function* toLines(input: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let open: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...open, chunk.subarray(start, end)])
      open = []
      size = 0
      start = end + 1
    }
    open.push(chunk.subarray(start))
    size += chunk.length - start
    if (size > longestLine) throw new MemoError('REFUSED', `a line of the input has more than ${longestLine} bytes`)
  }
  if (size > 0) yield Buffer.concat(open)
}
