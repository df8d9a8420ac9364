/** How many of the texts have the vector that search by meaning needs. Starts no model and asks no server. */
import { hasModel } from '../../config/has-model.ts'
import { messageOf } from '../../lib/errors.ts'
import { countAllTexts } from '../../projections/index/embedding-rows.ts'
import { countCoverage, getEmbedder } from '../embedding/embedder.ts'
import type { Vault } from '../vault.ts'

export interface EmbeddingCoverage {
  provider: string
  /** Null when it could not be opened. */
  model: string | null
  texts: number
  embedded: number
  /** Why the model could not be opened. */
  reason?: string
}

/** Null while the settings ask for no vectors. */
export async function measureCoverage(vault: Vault): Promise<EmbeddingCoverage | null> {
  if (!hasModel(vault.config)) return null
  const { provider } = vault.config.embeddings
  try {
    const { id } = await getEmbedder(vault)
    const { all, pending } = countCoverage(vault, id)
    return { provider, model: id, texts: all, embedded: all - pending }
  } catch (error) {
    return { provider, model: null, texts: countAllTexts(vault.projections.db), embedded: 0, reason: messageOf(error) }
  }
}
