/**
 * A backup unpacked into a folder that nobody uses yet, and checked: every entry against the manifest, the log against
 * its chain. Nothing an archive says leads out of the folder: it makes plain files of plain names and nothing else.
 */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ParsedTarEntry } from 'modern-tar'
import type * as z from 'zod'
import { fileSegments } from '../../events/file-segments.ts'
import { isDamaging, verifyLog } from '../../events/verify.ts'
import { MemoError } from '../../lib/errors.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { vaultPaths } from '../layout.ts'
import { unpackArchive } from './archive.ts'
import { isKept } from './kept-files.ts'
import {
  type BackupHead,
  type BackupManifest,
  backupHead,
  backupManifest,
  backupVersion,
  bundleName,
  headName,
  manifestName,
  vaultPrefix,
} from './manifest.ts'
import { damaged, toTrouble } from './trouble.ts'

export interface StageInput {
  source: AsyncIterable<Uint8Array>
  /** Empty, and removed by the caller when this throws. */
  folder: string
  passphrase: () => Promise<string>
  onProgress?: ((files: number) => void) | undefined
  signal?: AbortSignal | undefined
}

export interface Staged {
  head: BackupHead
  manifest: BackupManifest
  /** The vault, inside the folder. */
  root: string
  /** The git bundle, if there is one. */
  bundle: string | undefined
  /** Lines of the log that were damaged already when the backup was made: their bytes are as they were. */
  damagedLines: number
}

/** Throws USAGE, REFUSED, UNSUPPORTED or INTEGRITY; see `unpackArchive`. */
export async function stageBackup({ source, folder, passphrase, onProgress, signal }: StageInput): Promise<Staged> {
  const root = join(folder, 'vault')
  mkdirSync(root, { mode: 0o700 })
  const found: Found = { head: undefined, manifest: undefined, files: new Map() }
  let done = 0
  try {
    for await (const entry of unpackArchive(source, passphrase)) {
      if (found.manifest !== undefined) throw damaged('something stands behind its manifest')
      signal?.throwIfAborted()
      await takeEntry(entry, folder, found)
      onProgress?.(++done)
    }
  } catch (error) {
    throw toTrouble(error)
  }
  const { head, manifest } = found
  if (head === undefined || manifest === undefined) throw damaged('its end is missing')
  checkEntries(manifest, found.files, folder)
  return { head, manifest, root, bundle: toBundle(manifest, folder), damagedLines: checkLog(manifest, root) }
}

interface Found {
  head: BackupHead | undefined
  manifest: BackupManifest | undefined
  files: Map<string, { size: number; sha256: string }>
}

async function takeEntry({ header, body }: ParsedTarEntry, folder: string, found: Found): Promise<void> {
  const { name, type = 'file' } = header
  if (type !== 'file') throw damaged(`${name} is a ${type}, not a file`)
  if (found.head === undefined) {
    if (name !== headName) throw new MemoError('USAGE', 'this is not a backup that memo made')
    found.head = toHead(await readJson(body, name))
  } else if (name === manifestName) found.manifest = parse(backupManifest, await readJson(body, name), name)
  else found.files.set(name, await writeEntry(join(folder, toPath(name)), body))
}

/** Where an entry may lie, relative to the folder. */
function toPath(name: string): string {
  if (name === bundleName) return name
  const path = name.startsWith(vaultPrefix) ? name.slice(vaultPrefix.length) : undefined
  if (path === undefined || !isKept(path)) throw damaged(`it names ${name}, which no backup holds`)
  return `vault/${path}`
}

function toHead(value: unknown): BackupHead {
  const head = parse(backupHead, value, headName)
  if (head.version <= backupVersion) return head
  throw new MemoError('UNSUPPORTED', `the backup was made by a newer memo (${head.memo})`, { hint: 'use that one' })
}

function parse<T extends z.ZodType>(schema: T, value: unknown, name: string): z.infer<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw damaged(`${name} is not as it should be`, result.error)
}

/** A manifest has some 150 bytes a file; this is room for a million, and ends an entry made to fill the memory. */
const largestJson = 256 * 1024 * 1024

async function readJson(body: ParsedTarEntry['body'], name: string): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > largestJson) throw damaged(`${name} is too large`)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw damaged(`${name} is not JSON`, error)
  }
}

/** Synced only for what the log is: the other files can be written again from it. */
async function writeEntry(path: string, body: ParsedTarEntry['body']): Promise<{ size: number; sha256: string }> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'w', 0o600)
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      await file.writeFile(chunk)
      size += chunk.length
    }
    if (path.endsWith('.jsonl')) await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

function checkEntries({ entries }: BackupManifest, files: Found['files'], folder: string): void {
  const named = new Set(entries.map(({ path }) => path))
  for (const { path, size, sha256 } of entries) {
    const file = files.get(path)
    if (file === undefined) throw damaged(`${path} is missing`)
    if (file.size !== size || file.sha256 !== sha256) throw damaged(`${path} is not as it was`)
  }
  // A file that was removed while the backup was made.
  for (const name of files.keys()) if (!named.has(name)) removeFile(join(folder, toPath(name)))
}

function toBundle({ git }: BackupManifest, folder: string): string | undefined {
  return git === null ? undefined : join(folder, bundleName)
}

function checkLog({ writers }: BackupManifest, root: string): number {
  const { events, quarantine } = vaultPaths(root)
  const segments = fileSegments(events, quarantine)
  for (const [writer, { segments: count }] of Object.entries(writers)) {
    if (segments.list(writer).length !== count) throw damaged(`a part of the log of ${writer} is missing`)
  }
  return verifyLog(segments).findings.filter(isDamaging).length
}
