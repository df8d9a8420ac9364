/** `memo doctor --fix`: mends what can be mended without asking; what is left is found by the next examination. */
import type { Cursor } from '../../events/log.ts'
import { loadForBringUp } from '../bring-up.ts'
import { forgetProgress } from '../committing/progress.ts'
import { assertWritable } from '../read-only.ts'
import { requeueRedactions } from '../redacting/finish.ts'
import { write } from '../refresh.ts'
import { addNotice, type Vault } from '../vault.ts'
import { tellNews } from '../watch/watch-line.ts'
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
  const fixed = vault.lock.hold(vault.config.lock.waitMs, label, () => {
    const mended = [
      ...fixLayout(vault),
      ...fixPermissions(vault),
      ...fixLeftovers(vault),
      ...fixForeignIndex(vault),
      ...fixLog(vault, committed),
      ...fixIndex(vault),
    ]
    // Before the files are looked at: one that went back with the log says what is to be taken out.
    if (mended.length > 0) requeueRedactions(vault)
    return mended
  })
  const end = new Map(vault.log.segments.writers().map((writer) => [writer, vault.log.end(writer)]))
  const due = await write(vault, { label, fullScan: true }, () => {
    if (fixed.length > 0) forgetProgress(vault)
    return requeueFiles(vault)
  })
  if (fixed.some(({ code }) => code === 'log-lost')) tellSetBack(vault, end)
  return { fixed: [...unlocked, ...fixed, ...toFixedFiles(vault, due)] }
}

/** Whatever took lines out of the log did the same to files, and that was adopted: records end or change, and nobody asked for it here. */
function tellSetBack(vault: Vault, end: Cursor): void {
  const edits = [...tellNews(vault, end)].flatMap((line) => (line.type === 'adopted' ? [line] : []))
  const names = (isGone: boolean): string =>
    edits
      .filter(({ change }) => (change === 'record.archived') === isGone)
      .map(({ projectId, id }) => `${projectId}/${id}`)
      .join(' ')
  if (names(true) !== '')
    addNotice(vault, `archived, as the file is gone: ${names(true)}; "memo restore" brings it back`)
  if (names(false) !== '')
    addNotice(vault, `changed to what the file says: ${names(false)}; "memo history" tells what it was`)
}
