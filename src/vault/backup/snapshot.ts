/**
 * The entries of a backup in the order in which a vault can be copied while others write: first the history and all
 * files as they are met, then, under the lock, what changed meanwhile and how far the log has come, last the log up to
 * there. An entry that comes again replaces the earlier one. So the lock is held for a listing, never for the copying.
 */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { History } from '../../audit/bundle.ts'
import { findSegment } from '../../events/segments.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { isSame } from '../../projections/files/signature.ts'
import type { ArchiveEntry } from './archive.ts'
import { openCopy } from './copied-file.ts'
import { type KeptFile, type KeptFiles, listKept } from './kept-files.ts'
import { type BackupManifest, bundleName, type ManifestEntry, manifestName, vaultPrefix } from './manifest.ts'

export interface SnapshotInput {
  root: string
  /** The bundle of the history, made before; undefined where there is none. */
  bundle: { file: string; history: History } | undefined
  /** Runs its work while nobody writes to the vault. */
  alone: <T>(work: () => T) => T
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** What was taken, known once all entries were. */
export interface Snapshot {
  entries: ManifestEntry[]
  writers: BackupManifest['writers']
  skipped: string[]
}

/** Yields the entries but the first and fills `taken`. */
export async function* takeSnapshot(input: SnapshotInput, taken: Snapshot): AsyncGenerator<ArchiveEntry> {
  const { root, bundle } = input
  const copier = openCopier(taken)
  if (bundle !== undefined) {
    const { size } = statSync(bundle.file)
    yield copier.entry(bundleName, size, createReadStream(bundle.file))
  }
  const first = listKept(root)
  let done = 0
  for (const file of first.files) {
    input.signal?.throwIfAborted()
    if (!isSegment(file)) yield* copyFile(root, file, copier)
    input.onProgress?.(++done, first.files.length)
  }
  await stopPoint(input.signal)
  const { changed, last } = input.alone(() => findChanged(root, first))
  for (const { path, bytes } of changed) yield copier.entry(`${vaultPrefix}${path}`, bytes.length, [bytes])
  for (const file of last.files.filter(isSegment)) {
    await stopPoint(input.signal)
    yield* copySegment(root, file, copier, taken)
  }
  taken.skipped = last.skipped
  copier.keepOnly(new Set([bundleName, ...last.files.map(({ path }) => `${vaultPrefix}${path}`)]))
  yield manifestEntry(taken, bundle?.history)
}

function isSegment({ path }: KeptFile): boolean {
  return findSegment(path) !== undefined
}

function* copyFile(root: string, { path }: KeptFile, copier: Copier): Generator<ArchiveEntry> {
  const file = openCopy(join(root, path))
  if (file !== undefined) yield copier.entry(`${vaultPrefix}${path}`, file.size, file.body)
}

/** What changed since is small, and is read while it stands still. */
function findChanged(root: string, first: KeptFiles): { changed: { path: string; bytes: Buffer }[]; last: KeptFiles } {
  const before = new Map(first.files.map((file) => [file.path, file]))
  const last = listKept(root)
  const changed = last.files.filter((file) => {
    const known = before.get(file.path)
    return !isSegment(file) && (known === undefined || !isSame(known, file))
  })
  return { changed: changed.map(({ path }) => ({ path, bytes: readFileSync(join(root, path)) })), last }
}

/** A log only grows: its first `size` bytes are now what they were under the lock. */
function* copySegment(root: string, file: KeptFile, copier: Copier, taken: Snapshot): Generator<ArchiveEntry> {
  const opened = openCopy(join(root, file.path), file.size)
  if (opened === undefined) return
  const writer = file.path.split('/')[1] ?? ''
  const counted = taken.writers[writer] ?? { segments: 0, events: 0 }
  taken.writers[writer] = counted
  counted.segments += 1
  const lines = countLines(opened.body, (count) => {
    counted.events += count
  })
  yield copier.entry(`${vaultPrefix}${file.path}`, opened.size, lines)
}

function* countLines(body: Iterable<Buffer>, add: (count: number) => void): Generator<Buffer> {
  for (const chunk of body) {
    let count = 0
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) count += 1
    add(count)
    yield chunk
  }
}

function manifestEntry({ writers, entries }: Snapshot, history: History | undefined): ArchiveEntry {
  const manifest: BackupManifest = { writers, git: toGit(history), entries }
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)
  return { name: manifestName, size: bytes.length, body: [bytes] }
}

function toGit(history: History | undefined): BackupManifest['git'] {
  if (history === undefined) return null
  const { branch, ...rest } = history
  return branch === undefined ? rest : { ...rest, branch }
}

interface Copier {
  /** The entry; its size and hash are noted once its body was read. */
  entry(name: string, size: number, body: ArchiveEntry['body']): ArchiveEntry
  /** Forgets entries of files that are gone. */
  keepOnly(names: ReadonlySet<string>): void
}

function openCopier(taken: Snapshot): Copier {
  const entries = new Map<string, ManifestEntry>()
  return {
    entry: (path, size, body) => ({
      name: path,
      size,
      body: hashed(body, (sha256) => entries.set(path, { path, size, sha256 })),
    }),
    keepOnly: (names) => {
      taken.entries = [...entries.values()].filter(({ path }) => names.has(path))
    },
  }
}

async function* hashed(body: ArchiveEntry['body'], note: (sha256: string) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
  note(hash.digest('hex'))
}
