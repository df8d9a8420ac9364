/** The answer of `memo backfill` and `memo reindex`. */
import * as z from 'zod'

const count = z.int().min(0)

export const backfillResult = z.object({
  model: z.string().describe('id of the embedder'),
  embedded: count.describe('texts that got their vector'),
  refused: count.describe('texts that the embedder refused while it took others'),
  pending: count.describe('texts of the vault that still wait'),
  dropped: count.describe('vectors that were dropped: of texts that no record holds any more, or all of them'),
  problem: z
    .string()
    .nullable()
    .describe('what ended it early, or why a text was refused; null when nothing went wrong'),
})
