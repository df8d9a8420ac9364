/** The content of a commit on its way to git: most of a large one before the vault's lock is taken. */
import type { Change, CommitStream, FileMode } from '../../audit/commit-stream.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import type { FileSignature } from '../../projections/index/file-rows.ts'
import type { Vault } from '../vault.ts'
import { readAhead, type Snapshot, type TakenFile } from './snapshot.ts'

export interface SentFile extends FileSignature {
  mode: FileMode
  mark: number
}

/** Reading this many files takes a few dozen milliseconds, which others can wait. */
const mostUnderLock = 500

export interface Sending {
  onSent?: ((files: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Sends those paths, which are known to be due, where that is much. A file that changes afterwards is sent again. */
export async function sendAhead(
  vault: Vault,
  stream: CommitStream,
  { paths, onSent, signal }: Sending & { paths: readonly string[] },
): Promise<Map<string, SentFile>> {
  const sent = new Map<string, SentFile>()
  if (paths.length <= mostUnderLock) return sent
  for (const [at, path] of paths.entries()) {
    if (at % mostUnderLock === 0) await stopPoint(signal)
    onSent?.(at, paths.length)
    const taken = readAhead(vault, path)
    if (taken?.bytes !== undefined && !path.startsWith('events/')) sent.set(path, await send(stream, taken))
  }
  return sent
}

export interface SendInput {
  ahead: ReadonlyMap<string, SentFile>
  /** Paths that are left out. */
  hidden: ReadonlySet<string>
}

export async function sendSnapshot(
  stream: CommitStream,
  { files, unchanged }: Snapshot,
  { ahead, hidden }: SendInput,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const file of files) {
    if (hidden.has(file.path)) continue
    if (file.bytes === undefined) changes.push({ path: file.path, mark: undefined })
    else changes.push(toChange(file.path, await send(stream, file)))
  }
  for (const path of unchanged) {
    const sent = ahead.get(path)
    if (sent !== undefined && !hidden.has(path)) changes.push(toChange(path, sent))
  }
  return changes
}

function toChange(path: string, { mode, mark }: SentFile): Change {
  return { path, mode, mark }
}

async function send(stream: CommitStream, { mode, signature, bytes }: TakenFile): Promise<SentFile> {
  return { ...signature, mode, mark: await stream.blob(bytes) }
}
