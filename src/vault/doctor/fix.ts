/** `memo doctor --fix`: mends what can be mended without asking; what is left is found by the next examination. */
import { loadForBringUp } from '../bring-up.ts'
import { forgetProgress } from '../committing/progress.ts'
import { assertWritable } from '../read-only.ts'
import { requeueRedactions } from '../redacting/finish.ts'
import { write } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { fixLayout, fixLeftovers, fixPermissions, requeueFiles, toFixedFiles } from './fix-files.ts'
import { fixGit } from './fix-git.ts'
import { fixForeignIndex, fixIndex, fixLog } from './fix-log.ts'
import type { Fixed } from './fixed.ts'
import { fetchCommitted } from './take-in.ts'

export interface FixResult {
  fixed: Fixed[]
}

const label = 'doctor --fix'

/** Mends the vault under its lock. Nothing readable is removed: what is replaced is set aside. Throws READ_ONLY or BUSY. */
export async function fixVault(vault: Vault): Promise<FixResult> {
  assertWritable(vault)
  await loadForBringUp(vault)
  const unlocked = await fixGit(vault)
  const committed = await fetchCommitted(vault)
  const fixed = vault.lock.hold(vault.config.lock.waitMs, label, () => [
    ...fixLayout(vault),
    ...fixPermissions(vault),
    ...fixLeftovers(vault),
    ...fixForeignIndex(vault),
    ...fixLog(vault, committed),
    ...fixIndex(vault),
  ])
  const due = await write(vault, { label, fullScan: true }, () => {
    if (fixed.length > 0) {
      forgetProgress(vault)
      requeueRedactions(vault)
    }
    return requeueFiles(vault)
  })
  return { fixed: [...unlocked, ...fixed, ...toFixedFiles(vault, due)] }
}
