/** The answer of `memo import SOURCE --json`. */
import * as z from 'zod'
import { recordKey } from './record-parts.ts'

const results = z
  .array(
    z.object({
      origin: z.string().describe('name of the thing in the source'),
      outcome: z.enum(['created', 'changed']).describe('what became of it'),
      ...recordKey,
    }),
  )
  .describe('each thing that was not unchanged')

export const importReport = z.object({
  source: z.string().describe('what was read: obsidian, adr …'),
  dryRun: z.boolean().describe('nothing was written: the numbers tell what would be done'),
  items: z.int().min(0).describe('things that were looked at, without those that were skipped'),
  created: z.int().min(0).describe('records that are new'),
  changed: z.int().min(0).describe('records that were changed'),
  unchanged: z.int().min(0).describe('things that were stored already'),
  rejected: z
    .array(
      z.object({
        origin: z.string().describe('name of the thing in the source: a file, a row'),
        code: z.string().describe('as in an error'),
        message: z.string().describe('what is wrong with it'),
      }),
    )
    .describe('things that cannot be taken in; then the exit status is 1'),
  skipped: z
    .array(
      z.object({
        origin: z.string().describe('name of the thing in the source'),
        message: z.string().describe('why it was left out'),
      }),
    )
    .describe('things that are not to be taken in: attachments, templates, what a rule says'),
  renamed: z
    .array(
      z.object({
        origin: z.string().describe('name of the thing in the source'),
        from: z.string().describe('its id there'),
        id: z.string().describe('id of the record'),
      }),
    )
    .describe('things whose id is not allowed or taken'),
  dangling: z.int().min(0).describe('links to what is not there'),
  results,
})
