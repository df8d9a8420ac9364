/** Writes what comes, as a file that is there as a whole or not at all, or into a stream. */
import { createWriteStream, realpathSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../../lib/durable-file.ts'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { behindLink } from '../../lib/real-path.ts'

/** To be asked before the work that makes what is written. Throws IO for a path that is a folder, or that is in none. */
export function assertFilePath(path: string): void {
  if (isFolder(path)) throw new MemoError('IO', `${path} is a folder, not a file`, { hint: 'name a file in it' })
  const folder = path.endsWith('/') ? path : dirname(behindLink(path))
  if (isFolder(folder)) return
  throw new MemoError('IO', `there is no folder ${folder}`, { hint: 'make it, or name another place' })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/**
 * Returns the number of bytes. A file gets mode 0600 and replaces one that is there; of a link, where it leads, also if there
 * is nothing yet. A pipe or a device that a path names is written into.
 */
export async function writeStream(
  target: string | NodeJS.WritableStream,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  // Left open: standard output is not ours to end.
  if (typeof target !== 'string') return pipe(target, chunks, { end: false })
  const stat = statSync(target, { throwIfNoEntry: false })
  if (stat === undefined) return writeFileAtOnce(behindLink(target), chunks)
  // `/dev/stdout` is such a link, and must stay one.
  if (stat.isFile()) return writeFileAtOnce(realpathSync(target), chunks)
  return pipe(createWriteStream(target), chunks, { end: true })
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

async function pipe(
  stream: NodeJS.WritableStream,
  chunks: AsyncIterable<Uint8Array>,
  options: { end: boolean },
): Promise<number> {
  let bytes = 0
  const count = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(count, stream, options)
  } catch (error) {
    if (findErrno(error) !== 'EPIPE') throw error
    throw new MemoError('IO', 'the reader of the backup went away before its end', { cause: error })
  }
  return bytes
}
