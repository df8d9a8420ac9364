/** Vectors of texts that are in no record any more: something of a text can be had back from its vector. */
import { attachEmbeddings, detachEmbeddings, dropStrayEmbeddings } from '../../projections/index/embedding-rows.ts'
import type { Vault } from '../vault.ts'

/** Deletes them and overwrites where they stood; the index must be up to date. */
export function dropVectors({ projections: { db }, paths }: Vault): void {
  if (!attachEmbeddings(db, paths.embeddings, { create: false })) return
  try {
    db.raw.pragma('vectors.secure_delete = ON')
    dropStrayEmbeddings(db)
  } finally {
    detachEmbeddings(db)
  }
}
