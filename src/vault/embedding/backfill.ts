/** Giving every text the vector that it lacks, now and to the end. */

import { messageOf } from '../../lib/errors.ts'
import { dropEmbeddings, dropStrayEmbeddings } from '../../projections/index/embedding-rows.ts'
import { assertWritable } from '../read-only.ts'
import { refresh, withIndexRecovery } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { type EmbedInput, embedPending } from './embed-pending.ts'
import { getEmbedder, openVectors, withVectorRecovery } from './embedder.ts'

export interface BackfillInput extends Pick<EmbedInput, 'limit' | 'onProgress' | 'signal'> {
  /** Drop all vectors first, those of other models too. */
  anew?: boolean
}

export interface BackfillResult {
  /** Id of the embedder. */
  model: string
  /** Texts that got their vector. */
  embedded: number
  /** Texts that the embedder refused while it took others. */
  refused: number
  /** Texts that still wait. */
  pending: number
  /** Vectors that were dropped: of texts that no record holds any more, or all of them. */
  dropped: number
  /** What ended it early, or why a text was refused; null when nothing went wrong. */
  problem: string | null
}

/**
 * Throws UNSUPPORTED without an embedder, READ_ONLY, and what the embedder throws when it gave nothing at all. What was
 * stored before a failure stays; the next call goes on from there.
 */
export async function backfill(vault: Vault, { anew = false, ...input }: BackfillInput): Promise<BackfillResult> {
  assertWritable(vault)
  const embedder = await getEmbedder(vault)
  await refresh(vault, 'bounded')
  const fill = async (): Promise<BackfillResult> => {
    const dropped = drop(vault, anew)
    const { embedded, refused, pending, trouble } = await embedPending(vault, embedder, input)
    input.signal?.throwIfAborted()
    if (embedded === 0 && trouble !== undefined) throw trouble
    const problem = trouble === undefined ? null : messageOf(trouble)
    return { model: embedder.id, embedded, refused, pending, dropped, problem }
  }
  return withIndexRecovery(vault, () => withVectorRecovery(vault, fill))
}

function drop(vault: Vault, anew: boolean): number {
  openVectors(vault, { create: true })
  const { db } = vault.projections
  return anew ? dropEmbeddings(db) : dropStrayEmbeddings(db)
}
