/** Whether a file that is not as it was last seen also says something else: the files of a copied vault do not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortHash } from '../../lib/hash.ts'
import type { IndexDatabase } from '../index/database.ts'
import { findFileState } from '../index/file-rows.ts'
import type { FileChange } from './scan.ts'
import { findSignature } from './signature.ts'

/** Without a look at the bytes where the size tells it, or where they cannot be read. */
export function saysOther({ db, root }: { db: IndexDatabase; root: string }, { path, what }: FileChange): boolean {
  const known = what === 'changed' ? findFileState(db, path) : undefined
  if (known === undefined || findSignature(join(root, path))?.size !== known.size) return true
  try {
    return shortHash(readFileSync(join(root, path))) !== known.hash
  } catch {
    return true
  }
}
