/** The vectors of a record that was just written: by hand and one at a time, so that the next search finds it. */
import { messageOf } from '../../lib/errors.ts'
import { plural } from '../../lib/plural.ts'
import { waitSignal } from '../../lib/wait-signal.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { logError } from '../error-log.ts'
import { addNotice, type Vault } from '../vault.ts'
import { countPending, embedPending } from './embed-pending.ts'
import { getEmbedder, withVectorRecovery } from './embedder.ts'

/** Never throws: what cannot be embedded now waits, and the record is stored whatever happens. */
export async function embedRecord(vault: Vault, project: string, id: string): Promise<void> {
  try {
    const record = findRecord(vault.projections.db, project, id)?.key
    if (record === undefined) return
    const embedder = await getEmbedder(vault)
    const signal = waitSignal(vault.cancelled, vault.config.embeddings.timeoutMs)
    const { trouble } = await withVectorRecovery(vault, () => embedPending(vault, embedder, { record, signal }))
    if (trouble !== undefined) tellPending(vault, trouble)
  } catch (error) {
    tellPending(vault, error)
  }
}

/** After many records: embedding them takes as long as it takes, so that is left to a command of its own. Never throws. */
export async function tellWaiting(vault: Vault): Promise<void> {
  try {
    const waiting = countPending(vault, await getEmbedder(vault))
    if (waiting > 0)
      addNotice(
        vault,
        `${plural(waiting, 'text')} ${waiting === 1 ? 'waits' : 'wait'} for a vector; run "memo backfill"`,
      )
  } catch (error) {
    tellPending(vault, error)
  }
}

function tellPending(vault: Vault, trouble: unknown): void {
  logError(vault.paths, vault.ports, 'embeddings', trouble)
  addNotice(vault, `saved, but not embedded (${messageOf(trouble)}); "memo backfill" does it later`)
}
