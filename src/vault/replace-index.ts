/** What becomes of an index that is damaged, another vault's, or not the file any more that was opened. */
import { MemoError } from '../lib/errors.ts'
import { isDamage, isFileTrouble } from '../projections/index/database.ts'
import { isIndexForeign } from './bring-up.ts'
import { resetIndex } from './reset-index.ts'
import { addNotice, reopenProjections, type Vault } from './vault.ts'

/** Throws what is no trouble of the index. */
export function replaceIndex(vault: Vault, error: unknown): void {
  if (isDamage(error)) {
    addNotice(vault, 'the index was damaged; it was set aside and built anew from the log')
    resetIndex(vault, 'aside')
  } else if (error instanceof MemoError && error.code === 'INTEGRITY' && mayLeaveIndex(vault)) leaveForeignIndex(vault)
  else if (isFileTrouble(error) && !vault.projections.db.isCurrent()) reopenProjections(vault)
  else throw error
}

/** Whether the index is another vault's, and may be written anew. */
export function mayLeaveIndex(vault: Vault): boolean {
  return !vault.readOnly && isIndexForeign(vault)
}

/** An index that came from another vault is set aside; what it knows is nothing that this log has lost. */
export function leaveForeignIndex(vault: Vault): void {
  addNotice(vault, 'the index was that of another vault; it was set aside and built anew from the log')
  resetIndex(vault, 'aside')
}
