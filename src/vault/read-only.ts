/** The refusals of a vault that cannot be written. */
import { MemoError } from '../lib/errors.ts'
import type { VaultPaths } from './layout.ts'
import type { Vault } from './vault.ts'

/** Throws READ_ONLY, or IO where the disk was full as the index was opened. */
export function assertWritable({
  readOnly,
  projections,
  paths,
}: Pick<Vault, 'readOnly' | 'projections' | 'paths'>): void {
  if (!readOnly) return
  if (!projections.db.isDiskFull) throw readOnlyVault(paths)
  throw new MemoError('IO', 'the disk is full', {
    hint: 'free some space and try again; searching and reading still work',
  })
}

export function readOnlyVault({ root }: VaultPaths, cause?: unknown): MemoError {
  return new MemoError('READ_ONLY', `the vault ${root} is read-only`, {
    hint: 'check its owner and permissions; searching and reading still work',
    cause,
  })
}
