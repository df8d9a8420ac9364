/** The answer of `memo list --json` and `memo rank --json`. */
import * as z from 'zod'
import { Counters, recordFields } from '../../record/schema.ts'
import { asOf, isStale, recordSummary, severity, supersededBy } from './record-parts.ts'

const { lastHit, lastSeen, helpful, stale } = Counters.shape

const listedRecord = z.object({
  ...recordSummary,
  severity: severity.optional(),
  layer: recordFields.layer.optional(),
  lastHit: lastHit.optional(),
  lastSeen: lastSeen.optional(),
  helpful,
  stale,
  supersededBy: supersededBy.optional(),
  expired: z.boolean().describe('whether its lifetime is over, or it does not hold any more'),
})

export const listResult = z.object({
  records: z.array(listedRecord).describe('the page that was asked for, in order'),
  total: z.int().min(0).describe('how many records are in scope, shown or not'),
  stale: isStale,
  asOf: asOf.exactOptional(),
})
