/**
 * The text of a record from the command line: a flag, a file, or standard input. Standard input is waited for only where
 * it was asked for by name; otherwise it is taken if it is there.
 */
import { MemoError } from '../lib/errors.ts'
import { readInputFile } from '../lib/input-file.ts'
import { decodeUtf8 } from '../lib/utf8.ts'
import { isFed } from './fed-input.ts'

export interface BodySource {
  /** From `--body`; `-` is standard input. */
  text: string | undefined
  /** From `--body-file`; `-` is standard input. */
  file: string | undefined
}

/** The body, or undefined when none was given. Throws USAGE for bytes that are not UTF-8, REFUSED for an endless input. */
export async function readBody({ text, file }: BodySource): Promise<string | undefined> {
  if (text !== undefined && text !== '-') return text
  if (text === '-' || file === '-') return toText(await readAll(process.stdin, 'standard input'), 'standard input')
  if (file !== undefined) return toText(await readAll(readInputFile(file), file), file)
  if (!(await isFed(firstByteMs))) return undefined
  return toText(await readAll(process.stdin, 'standard input'), 'standard input') || undefined
}

/** A writer at the other end of a pipe has started by then, or it is not one. */
const firstByteMs = 250

/** Far above what a vault takes; it only ends an input that does not end by itself. */
const largestInput = 64 * 1024 * 1024

async function readAll(input: AsyncIterable<Buffer>, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    chunks.push(chunk)
    size += chunk.length
    if (size > largestInput) throw new MemoError('REFUSED', `the text of ${name} has more than ${largestInput} bytes`)
  }
  return Buffer.concat(chunks)
}

function toText(bytes: Buffer, name: string): string {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return text
  throw new MemoError('USAGE', `the text of ${name} is not valid UTF-8`, { hint: 'convert it first' })
}
