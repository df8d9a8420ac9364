/** The answer of `memo upsert --json` for one record. */
import * as z from 'zod'
import { recordFields } from '../../record/schema.ts'
import { recordKey } from './record-parts.ts'

export const upsertResult = z.object({
  ...recordKey,
  kind: recordFields.kind,
  title: z.string().describe('its title'),
  changed: z.boolean().describe('false when all this was stored already'),
  created: z.boolean().describe('whether the record is new'),
  recurrence: z.boolean().describe('whether a known trap was counted once more instead of a new record'),
  superseded: z.string().nullable().describe('id of the record that this one took the place of'),
  event: z.string().nullable().describe('id of the event that says so; null when nothing changed'),
  dropped: z
    .array(z.string())
    .exactOptional()
    .describe('path patterns that were left out because nothing is remembered about such files, each with the rule'),
})
