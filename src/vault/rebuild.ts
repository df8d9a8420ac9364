/** Folding everything anew from the log: the index, the files that miss something, the views. */
import type { ToEvent } from '../events/log.ts'
import { countFiles } from '../projections/index/file-rows.ts'
import { listOutbox } from '../projections/index/outbox.ts'
import { countRecords } from '../projections/index/record-rows.ts'
import { indexCursor } from './append.ts'
import { assertLogWhole } from './bring-up.ts'
import { write } from './refresh.ts'
import { loadReaders, resetIndex, type Vault } from './vault.ts'

export interface RebuildInput {
  /** Archive the records whose files were deleted by hand, however many they are. */
  acceptDeletions: boolean
  /** Adopt hand edits also where they hold what looks like a secret. */
  allowSecret?: boolean | undefined
  /** `expected` is how many events the old index had seen; 0 when there was none. */
  onProgress?: (events: number, expected: number) => void
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
  { acceptDeletions, allowSecret, onProgress }: RebuildInput,
): Promise<RebuildResult> {
  const { toEvent } = await loadReaders(vault)
  if (acceptDeletions) await write(vault, { label: 'rebuild', fullScan: true, acceptDeletions }, () => undefined)
  // The index may be the last to know what the log has lost.
  assertLogWhole(vault)
  assertLogSound(vault, toEvent)
  const expected = [...indexCursor(vault).values()].reduce((sum, { seq }) => sum + seq, 0)
  let events = 0
  const count = (done: number): void => {
    events = done
    onProgress?.(done, expected)
  }
  resetIndex(vault, 'rebuild')
  return write(vault, { label: 'rebuild', allowSecret, onProgress: count }, () => {
    const { db } = vault.projections
    return { indexed: countRecords(db), events, files: countFiles(db), pending: listOutbox(db).length }
  })
}

/** Reads the whole log to its end, for what that throws. */
function assertLogSound(vault: Vault, toEvent: ToEvent): void {
  for (const _ of vault.log.read(new Map(), toEvent));
}
