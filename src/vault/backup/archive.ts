/**
 * The container of a backup: a gzipped tar, inside age's format when there is a passphrase, so that `tar` and `age` can
 * open one where there is no memo. Streams: neither a backup nor an entry is ever in memory as a whole.
 */
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import { MemoError, messageOf } from '../../lib/errors.ts'
import { wrongPassphrase } from './trouble.ts'

type Bytes = ReadableStream<Uint8Array>

export interface ArchiveEntry {
  name: string
  /** Exactly as many bytes as `body` gives. */
  size: number
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

export interface Secret {
  passphrase: string
  /** Base-2 logarithm of what scrypt costs; 18 (about a second, 256 MiB) is what `age` itself takes. */
  workFactor?: number
}

/** The bytes of the archive. What a source throws ends the stream. */
export async function packArchive(
  entries: AsyncIterable<ArchiveEntry>,
  mtime: Date,
  secret: Secret | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const { readable, controller } = createTarPacker()
  const packing = async (): Promise<void> => {
    for await (const { name, size, body } of entries) {
      const writer = controller.add({ name, size, mtime, mode: 0o600, type: 'file' }).getWriter()
      for await (const chunk of body) await writer.write(chunk)
      await writer.close()
    }
    controller.finalize()
  }
  packing().catch((error: unknown) => controller.error(error))
  const zipped = readable.pipeThrough(new CompressionStream('gzip'))
  return secret === undefined ? zipped : encrypt(zipped, secret)
}

async function encrypt(bytes: Bytes, { passphrase, workFactor = 18 }: Secret): Promise<Bytes> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(bytes)
}

const ageMark = Buffer.from('age-encryption.org/v1')
const gzipMark = Buffer.from([0x1f, 0x8b])

/**
 * The entries of an archive, in order; each body is read to its end or cancelled before the next one is asked for.
 * `passphrase` is asked only if the archive is encrypted. Throws USAGE for what is no backup, REFUSED for a wrong
 * passphrase; damage comes as whatever the stream throws at it.
 */
export async function* unpackArchive(
  source: AsyncIterable<Uint8Array>,
  passphrase: () => Promise<string>,
): AsyncGenerator<ParsedTarEntry> {
  const { start, bytes } = await peek(source)
  const isEncrypted = start.subarray(0, ageMark.length).equals(ageMark)
  const zipped = isEncrypted ? await decrypt(bytes, await passphrase()) : bytes
  if (!isEncrypted && !start.subarray(0, gzipMark.length).equals(gzipMark)) throw notABackup()
  const unzip = new DecompressionStream('gzip')
  yield* zipped.pipeThrough(unzip).pipeThrough(createTarDecoder({ strict: true }))
}

function notABackup(): MemoError {
  return new MemoError('USAGE', 'this is not a backup that memo made', { hint: 'name a file of "memo backup"' })
}

/** The stream and its first bytes, which stay in it. */
async function peek(source: AsyncIterable<Uint8Array>): Promise<{ start: Buffer; bytes: Bytes }> {
  const chunks = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < ageMark.length) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const bytes: Bytes = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(start)),
    pull: async (controller) => {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: async () => {
      await chunks.return?.()
    },
  })
  return { start, bytes }
}

async function decrypt(bytes: Bytes, passphrase: string): Promise<Bytes> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(bytes)
  } catch (error) {
    throw messageOf(error).includes('no identity matched') ? wrongPassphrase(error) : error
  }
}
