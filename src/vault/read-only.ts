/** The one refusal of a vault that cannot be written. */
import { MemoError } from '../lib/errors.ts'
import type { VaultPaths } from './layout.ts'

export function readOnlyVault({ root }: VaultPaths, cause?: unknown): MemoError {
  return new MemoError('READ_ONLY', `the vault ${root} is read-only`, {
    hint: 'check its owner and permissions; searching and reading still work',
    cause,
  })
}
