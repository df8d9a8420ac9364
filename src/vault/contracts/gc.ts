/** The answer of `memo gc --json`. */
import * as z from 'zod'
import { expiryActions } from '../../events/expire.ts'
import { recordKey } from './record-parts.ts'

const count = z.int().min(0)

const collected = z.object({
  ...recordKey,
  kind: z.string().describe('its kind'),
  title: z.string().describe('what it is called'),
  action: z
    .enum([...expiryActions, 'kept'])
    .describe('what became of it; kept: its file holds an edit that cannot be followed'),
  expired: z.string().describe('when it expired'),
  by: z.enum(['record', 'kind']).describe('what says so: the record itself, or the lifetime of its kind'),
})

export const gcResult = z.object({
  dryRun: z.boolean().describe('whether it is only said'),
  archived: count.describe('records that were put away'),
  forgotten: count.describe('records that were taken out of every answer'),
  kept: count.describe('expired records that were left as they are'),
  records: z.array(collected).describe('each of them, the longest expired first, kept ones last'),
})
