/** A process that reads a little and ends, as it is called before each step of an agent. */
import { statSync } from 'node:fs'
import { stopOptimising } from '../lib/optimising.ts'
import { preferBuiltin } from '../projections/index/sqlite.ts'
import type { VaultPaths } from './layout.ts'

/** Bytes of an index, some 20,000 records: what is asked of a larger one takes long enough for what takes time to get ready. */
const smallIndex = 64 * 2 ** 20

/** Leaves out what would be ready when the process is over, where the index is small; before the index is opened. */
export function goBriefly({ index }: VaultPaths): void {
  if ((statSync(index, { throwIfNoEntry: false })?.size ?? 0) >= smallIndex) return
  stopOptimising()
  preferBuiltin()
}
