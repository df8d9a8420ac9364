/**
 * A vault as one file: its history as a git bundle, its files, its log. The index is not opened and nothing is brought
 * up, so a vault that is damaged, read-only or of a newer format can be backed up as well.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { type BundleOutcome, bundleHistory } from '../../audit/bundle.ts'
import { loadConfig } from '../../config/load.ts'
import { MemoError } from '../../lib/errors.ts'
import { type Ports, systemPorts } from '../../lib/ports.ts'
import { removeTree } from '../../lib/remove-file.ts'
import { toIso } from '../../record/times.ts'
import { vaultPaths } from '../layout.ts'
import { openLock } from '../lock.ts'
import { assertOutside } from '../outside.ts'
import { assertVault } from '../vault.ts'
import { type ArchiveEntry, packArchive, type Secret } from './archive.ts'
import { type BackupHead, backupVersion, headName } from './manifest.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { assertFilePath, writeStream } from './write-stream.ts'

export interface BackupInput {
  /** A path, written at once when all of it is there, or a stream. */
  target: string | NodeJS.WritableStream
  /** Encrypts, when given. */
  secret: Secret | undefined
  /** Version of this program, for whoever reads the backup. */
  memo: string
  onProgress?: (files: number, total: number) => void
  /** Ends it between two files; then there is no backup. */
  signal?: AbortSignal
}

export interface BackupResult {
  /** Null for a stream. */
  file: string | null
  bytes: number
  files: number
  events: number
  encrypted: boolean
  /** Whether the git history is in it. */
  history: boolean
  /** Why there is no history in it, or null. */
  historyProblem: string | null
  /** What was left out: neither file nor folder, or of a name that is not UTF-8. */
  skipped: string[]
}

/** Throws NOT_A_VAULT, REFUSED for a file inside the vault, BUSY while another process does not let go, or IO. */
export async function backupVault(
  root: string,
  { target, secret, memo, onProgress, signal }: BackupInput,
  ports: Ports = systemPorts,
): Promise<BackupResult> {
  assertVault(root)
  if (typeof target === 'string') {
    assertOutside(root, target)
    assertFilePath(target)
  }
  const alone = await lockOf(root, ports)
  const scratch = mkdtempSync(join(tmpdir(), 'memo-backup-'))
  try {
    const file = join(scratch, 'history.bundle')
    const outcome = await bundleHistory(root, file)
    const bundle = outcome.history && { file, history: outcome.history }
    const taken: Snapshot = { entries: [], writers: {}, skipped: [] }
    const made = ports.now()
    const head: BackupHead = {
      ...{ format: 'memo-backup', version: backupVersion, memo },
      ...{ vault: basename(resolve(root)), made: toIso(made) },
    }
    const entries = withHead(head, takeSnapshot({ root, bundle, alone: alone.run, onProgress, signal }, taken))
    const bytes = await writeStream(target, await packArchive(entries, new Date(made), secret))
    return toResult({ target, bytes, encrypted: secret !== undefined }, taken, outcome)
  } finally {
    alone.close()
    removeTree(scratch)
  }
}

/** Where the vault cannot be written, nobody of this machine writes either. */
async function lockOf(root: string, ports: Ports): Promise<{ run: <T>(work: () => T) => T; close: () => void }> {
  const lock = openLock(vaultPaths(root), ports)
  const waitMs = await findWaitMs(root)
  const run = <T>(work: () => T): T => {
    try {
      return lock.hold(waitMs, 'backup', work)
    } catch (error) {
      if (!(error instanceof MemoError) || error.code !== 'READ_ONLY') throw error
      return work()
    }
  }
  return { run, close: () => lock.close() }
}

/** Bad settings must not keep a vault from being backed up. */
async function findWaitMs(root: string): Promise<number> {
  try {
    return (await loadConfig(root)).lock.waitMs
  } catch (error) {
    if (error instanceof MemoError) return 30_000
    throw error
  }
}

async function* withHead(head: BackupHead, rest: AsyncIterable<ArchiveEntry>): AsyncGenerator<ArchiveEntry> {
  const bytes = Buffer.from(`${JSON.stringify(head)}\n`)
  yield { name: headName, size: bytes.length, body: [bytes] }
  yield* rest
}

function toResult(
  { target, bytes, encrypted }: { target: BackupInput['target']; bytes: number; encrypted: boolean },
  { entries, writers, skipped }: Snapshot,
  outcome: BundleOutcome,
): BackupResult {
  return {
    file: typeof target === 'string' ? resolve(target) : null,
    bytes,
    files: entries.length - (outcome.history === undefined ? 0 : 1),
    events: Object.values(writers).reduce((sum, { events }) => sum + events, 0),
    encrypted,
    history: outcome.history !== undefined,
    historyProblem: outcome.history === undefined ? (outcome.reason ?? null) : null,
    skipped,
  }
}
