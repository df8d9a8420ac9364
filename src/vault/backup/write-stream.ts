/** Writes what comes, as a file that is there as a whole or not at all, or into a stream. */
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../../lib/durable-file.ts'
import { findErrno, MemoError } from '../../lib/errors.ts'

/** Returns the number of bytes. A file gets mode 0600 and replaces one that is there. */
export function writeStream(
  target: string | NodeJS.WritableStream,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  return typeof target === 'string' ? writeFileAtOnce(target, chunks) : pipe(target, chunks)
}

async function writeFileAtOnce(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const temporary = `${path}.${process.pid}.tmp`
  let bytes = 0
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      for await (const chunk of chunks) {
        await file.writeFile(chunk)
        bytes += chunk.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    syncFolder(dirname(path))
    return bytes
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Left open: standard output is not ours to end. */
async function pipe(stream: NodeJS.WritableStream, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  const count = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(count, stream, { end: false })
  } catch (error) {
    if (findErrno(error) !== 'EPIPE') throw error
    throw new MemoError('IO', 'the reader of the backup went away before its end', { cause: error })
  }
  return bytes
}
