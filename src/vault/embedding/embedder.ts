/** The embedder of the settings, opened once per vault and only when something is to be embedded. */
import { readEnvironment, readVariable } from '../../config/environment.ts'
import type { Embedder } from '../../embeddings/embedder.ts'
import { openEmbedder } from '../../embeddings/open-embedder.ts'
import { MemoError } from '../../lib/errors.ts'
import { startOptimising } from '../../lib/optimising.ts'
import { isDamage } from '../../projections/index/database.ts'
import {
  attachEmbeddings,
  countAllTexts,
  countTexts,
  detachEmbeddings,
} from '../../projections/index/embedding-rows.ts'
import { addNotice, setIndexAside, type Vault, type View } from '../vault.ts'
import { assertAgreed } from './agreed-server.ts'

/**
 * Throws UNSUPPORTED when embeddings are off or done without vectors, REFUSED when nobody here has agreed to the server,
 * and what opening the embedder throws.
 */
export async function getEmbedder(vault: Vault): Promise<Embedder> {
  // What a brief command may run for long: with a model in plain bytecode a search took half as long again.
  startOptimising()
  if (vault.config.embeddings.enabled) assertAgreed(vault.paths, vault.config.embeddings)
  vault.embedder ??= await openEmbedder(vault.config.embeddings, {
    now: vault.ports.now,
    variable: readVariable,
    home: readEnvironment().home,
  })
  if (vault.embedder !== undefined) return vault.embedder
  throw new MemoError('UNSUPPORTED', describeAbsence(vault), {
    hint: 'set embeddings.enabled to true and embeddings.provider to sentence-encoder, openai or transformers',
  })
}

function describeAbsence({ config }: Vault): string {
  return config.embeddings.enabled ? 'the embedding provider local works without vectors' : 'embeddings are off'
}

/**
 * Opens the file of the vectors beside the index. One that is damaged is set aside, as it can be filled anew.
 * @param view whose index it is opened beside
 * @returns whether it is there
 */
export function openVectors(vault: Vault, { create }: { create: boolean }, { projections }: View = vault): boolean {
  const { db } = projections
  try {
    return attachEmbeddings(db, vault.paths.embeddings, { create })
  } catch (error) {
    if (!isDamage(error) || vault.readOnly) throw error
    setVectorsAside(vault)
    return attachEmbeddings(db, vault.paths.embeddings, { create })
  }
}

/** How many texts there are, and how many of them have no vector of the model: all where there is no file of vectors yet. */
export function countCoverage(vault: Vault, model: string): { all: number; pending: number } {
  const { db } = vault.projections
  if (openVectors(vault, { create: false })) return countTexts(db, model)
  const all = countAllTexts(db)
  return { all, pending: all }
}

export function setVectorsAside(vault: Vault, view: View = vault): void {
  for (const { projections } of new Set([vault, view])) detachEmbeddings(projections.db)
  setIndexAside(vault.paths, vault.ports)(vault.paths.embeddings, 'damaged')
  addNotice(vault, 'the stored vectors were damaged and were set aside; "memo backfill" makes them anew')
}

/** Runs the work again with an empty file when the stored vectors prove to be damaged. */
export async function withVectorRecovery<T>(vault: Vault, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDamage(error)) throw error
    setVectorsAside(vault)
    return work()
  }
}
