/** Beginning the index anew, to be folded from the log. */
import { existsSync } from 'node:fs'
import { removeFile } from '../lib/remove-file.ts'
import { isDamage } from '../projections/index/database.ts'
import { emptyIndex } from '../projections/index/open-index.ts'
import { reopenProjections, setIndexAside, type Vault } from './vault.ts'

/**
 * `in place`: other processes go on with the file that they have open; where it is damaged, it is removed. `aside`: the old
 * one is kept, for whoever wants to know what was wrong with it. `removed`: not a page of it stays.
 */
type Way = 'in place' | 'aside' | 'removed'

/**
 * Starts an empty index.
 * @param fill folds a first part. In place, nobody sees the index without it, and if it throws the old one stays.
 */
export function resetIndex(vault: Vault, way: Way, fill: () => void = () => {}): void {
  const isFilled = way === 'in place' && !vault.readOnly && tryRefill(vault, fill)
  if (!isFilled && !vault.readOnly) removeIndex(vault, way)
  reopenProjections(vault)
  if (!isFilled) fill()
}

function tryRefill(vault: Vault, fill: () => void): boolean {
  try {
    if (!vault.projections.db.isCurrent()) reopenProjections(vault)
    const { db } = vault.projections
    db.transaction(() => {
      emptyIndex(db)
      fill()
    })
    return true
  } catch (error) {
    if (!isDamage(error)) throw error
    return false
  }
}

function removeIndex({ projections, paths, ports }: Vault, way: Way): void {
  projections.db.close()
  if (way === 'aside' && existsSync(paths.index)) setIndexAside(paths, ports)(paths.index, 'damaged')
  // The main file last: one that is made anew would take a WAL that is still there for its own.
  for (const suffix of ['-wal', '-shm', '']) removeFile(`${paths.index}${suffix}`)
}
