/** Folding everything anew from the log: the index, the files that miss something, the views. */
import type { EventLog } from '../../events/log.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { countFiles } from '../../projections/index/file-rows.ts'
import { countRecords } from '../../projections/index/record-rows.ts'
import { countDueFiles } from '../../projections/index/status-rows.ts'
import { indexCursor } from '../append.ts'
import { assertLogWhole, foldNews, isIndexUnbuilt } from '../bring-up.ts'
import { recovering, write } from '../refresh.ts'
import { resetIndex } from '../reset-index.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { readWhole } from './whole-log.ts'

export interface RebuildInput {
  /** Archive the records whose files were deleted by hand, however many they are. */
  acceptDeletions: boolean
  /** Adopt hand edits also where they hold what looks like a secret. */
  allowSecret?: boolean | undefined
  /** `expected` is how many events the old index had seen; 0 when there was none. */
  onProgress?: (events: number, expected: number) => void
  /** Ends it between two parts; the next command, or the next rebuild, folds the rest. */
  signal?: AbortSignal | undefined
}

export interface RebuildResult {
  /** Records in the index. */
  indexed: number
  events: number
  files: number
  /** Files that could not be written. */
  pending: number
}

/** Throws INTEGRITY, and leaves the index as it is, when the log is damaged or ends before what the index has seen. */
export async function rebuild(
  vault: Vault,
  { acceptDeletions, allowSecret, onProgress, signal }: RebuildInput,
): Promise<RebuildResult> {
  const { toEvent } = await loadReaders(vault)
  if (acceptDeletions) await write(vault, { label: 'rebuild', fullScan: true, acceptDeletions }, () => undefined)
  const expected = await recovering(vault, async () => countSeen(vault))
  const log = await readWhole(vault.log, toEvent, signal)
  const folded = await foldInParts({ vault, log, onProgress: (events) => onProgress?.(events, expected), signal })
  const count = (events: number): void => onProgress?.(folded + events, expected)
  return write(vault, { label: 'rebuild', fullScan: true, allowSecret, onProgress: count }, () => {
    const { db } = vault.projections
    return {
      indexed: countRecords(db),
      events: countSeen(vault),
      files: countFiles(db),
      pending: countDueFiles(db).waiting,
    }
  })
}

/** How many events the index has seen. It may be the last to know what the log has lost. */
function countSeen(vault: Vault): number {
  assertLogWhole(vault)
  return [...indexCursor(vault).values()].reduce((sum, { seq }) => sum + seq, 0)
}

interface Folding {
  vault: Vault
  log: Pick<EventLog, 'read'>
  onProgress: (events: number) => void
  signal: AbortSignal | undefined
}

/**
 * All of the log, as far as nobody writes meanwhile. Between its parts others get the lock, and the work can be ended. Gives how
 * many events it has folded.
 */
async function foldInParts({ vault, log, onProgress, signal }: Folding): Promise<number> {
  let folded = 0
  const fold = (): void => {
    folded += foldNews(vault, { log, onProgress: (events) => onProgress(folded + events), isOneBatch: true })
  }
  const hold = (work: () => void): void => vault.lock.hold(vault.config.lock.waitMs, 'rebuild', work)
  for (hold(() => resetIndex(vault, 'in place', fold)); isIndexUnbuilt(vault); hold(fold)) await stopPoint(signal)
  return folded
}
