/** The answer of `memo rebuild --json`. */
import * as z from 'zod'

export const rebuildResult = z.object({
  indexed: z.int().min(0).describe('records in the index'),
  events: z.int().min(0).describe('events that the index is folded from'),
  files: z.int().min(0).describe('Markdown files of records'),
  pending: z.int().min(0).describe('files that could not be written'),
})
