/** A step on the way to a vector for each text, for a server that has other things to do. */
import { hasModel } from '../../config/has-model.ts'
import type { Vault } from '../vault.ts'

/** A model on this machine takes some 50 ms for each. */
const textsAtOnce = 8

/**
 * Embeds a few of the texts that were written while the model was not there (seed 001, degraded mode). Without a model in
 * the settings it loads nothing.
 * @returns whether there is more to be done, and any use in trying
 */
export async function embedSome(vault: Vault, signal: AbortSignal): Promise<boolean> {
  if (!hasModel(vault.config) || vault.readOnly) return false
  const { embedPending } = await import('./embed-pending.ts')
  const { getEmbedder, withVectorRecovery } = await import('./embedder.ts')
  const embedder = await getEmbedder(vault)
  const work = () => embedPending(vault, embedder, { limit: textsAtOnce, signal })
  const { embedded, pending } = await withVectorRecovery(vault, work)
  return embedded > 0 && pending > 0
}
