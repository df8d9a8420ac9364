/**
 * Gives texts the vectors that they lack. The model works outside the vault's lock; what it gave is stored in short
 * transactions, so that being stopped at any point loses a handful of vectors and no more.
 */
import { setImmediate } from 'node:timers/promises'
import type { Embedder } from '../../embeddings/embedder.ts'
import { MemoError } from '../../lib/errors.ts'
import {
  countTexts,
  findDimensions,
  findPending,
  forgetDegraded,
  type PendingText,
  saveEmbeddings,
} from '../../projections/index/embedding-rows.ts'
import type { Vault } from '../vault.ts'
import { openVectors } from './embedder.ts'

export interface EmbedInput {
  /** Only the texts of this record, by its key. */
  record?: number
  /** At most this many texts. */
  limit?: number
  signal?: AbortSignal
  /** `all` is how many waited at the beginning. */
  onProgress?: (done: number, all: number) => void
}

export interface EmbedOutcome {
  embedded: number
  /** Texts that the embedder refused while it took others. */
  refused: number
  /** Texts that still wait, of the whole vault. */
  pending: number
  /** What ended it early, or why the first text was refused. */
  trouble: unknown
}

/** One request to a server, and what is lost at most when the process is killed. */
const batchSize = 64

/** Throws only what the storage throws; trouble of the embedder is in the outcome, and the texts keep waiting. */
export async function embedPending(vault: Vault, embedder: Embedder, input: EmbedInput): Promise<EmbedOutcome> {
  const progress = { embedded: 0, refused: 0, trouble: undefined as unknown }
  const all = Math.min(countPending(vault, embedder), input.limit ?? Number.POSITIVE_INFINITY)
  let after = { record: 0, ordinal: -1 }
  let left = input.limit ?? Number.POSITIVE_INFINITY
  while (left > 0) {
    // A signal of the system is heard between two turns of the event loop only.
    if (input.signal !== undefined) await setImmediate()
    openVectors(vault, { create: true })
    const limit = Math.min(batchSize, left)
    const batch = findPending(vault.projections.db, embedder.id, { after, limit, record: input.record })
    const last = batch.at(-1)
    if (last === undefined) break
    const outcome = await embedBatch(vault, embedder, batch, input.signal)
    progress.embedded += outcome.embedded
    progress.refused += outcome.refused
    progress.trouble ??= outcome.trouble
    if (outcome.isOver) break
    after = last
    left -= batch.length
    input.onProgress?.(progress.embedded + progress.refused, all)
  }
  const pending = countPending(vault, embedder)
  if (pending === 0) forgetDegraded(vault.projections.db)
  return { ...progress, pending }
}

export function countPending(vault: Vault, { id }: Embedder): number {
  openVectors(vault, { create: true })
  return countTexts(vault.projections.db, id).pending
}

interface BatchOutcome {
  embedded: number
  refused: number
  trouble?: unknown
  isOver?: true
}

/** One text that a server refuses must not keep its neighbours waiting for ever; a server that is down ends the work. */
async function embedBatch(
  vault: Vault,
  embedder: Embedder,
  batch: readonly PendingText[],
  signal: AbortSignal | undefined,
): Promise<BatchOutcome> {
  try {
    await embedTexts(vault, embedder, batch, signal)
    return { embedded: batch.length, refused: 0 }
  } catch (trouble) {
    if (isFinal(trouble) || signal?.aborted === true || !(await embedder.health(signal)).ok) {
      return { embedded: 0, refused: 0, trouble, isOver: true }
    }
    if (batch.length === 1) return { embedded: 0, refused: 1, trouble }
    return embedOneByOne(vault, embedder, batch, signal)
  }
}

async function embedOneByOne(
  vault: Vault,
  embedder: Embedder,
  batch: readonly PendingText[],
  signal: AbortSignal | undefined,
): Promise<BatchOutcome> {
  const sum: BatchOutcome = { embedded: 0, refused: 0 }
  for (const text of batch) {
    const outcome = await embedBatch(vault, embedder, [text], signal)
    sum.embedded += outcome.embedded
    sum.refused += outcome.refused
    sum.trouble ??= outcome.trouble
    if (outcome.isOver) return { ...sum, isOver: true }
  }
  return sum
}

/** What no other text would fare better with. */
function isFinal(trouble: unknown): boolean {
  return !(trouble instanceof MemoError) || trouble.code !== 'UNAVAILABLE'
}

async function embedTexts(
  vault: Vault,
  embedder: Embedder,
  batch: readonly PendingText[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const texts = new Map(batch.map(({ hash, text }) => [hash, text]))
  const vectors = await embedder.embed([...texts.values()], { kind: 'document', ...(signal && { signal }) })
  // The index may have been opened anew while the embedder worked.
  openVectors(vault, { create: true })
  const { db } = vault.projections
  assertAlike(embedder, vectors, findDimensions(db, embedder.id))
  const rows = [...texts.keys()].map((hash, at) => ({ hash, vector: vectors[at] ?? new Float32Array() }))
  saveEmbeddings(db, embedder.id, rows)
}

function assertAlike({ id }: Embedder, vectors: readonly Float32Array[], stored: number | undefined): void {
  const wanted = stored ?? vectors[0]?.length
  const other = vectors.find(({ length }) => length !== wanted || length === 0)
  if (other === undefined) return
  throw new MemoError('UNSUPPORTED', `${id} gave ${other.length} numbers, and its stored vectors have ${wanted}`, {
    hint: 'if another model goes by that name now, run "memo reindex --embeddings"',
  })
}
