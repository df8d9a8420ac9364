/** The answer of `GET /api/records/:project/:id`. */
import * as z from 'zod'
import { gotRecord } from './get.ts'
import { historyResult } from './history.ts'
import { neighbourhood } from './links.ts'
import { asOf, isStale } from './record-parts.ts'

export const recordView = z.object({
  record: gotRecord.describe('its fields and its text'),
  links: z.object(neighbourhood).describe('the records around it'),
  history: historyResult.shape.entries,
  older: historyResult.shape.older,
  stale: isStale,
  asOf: asOf.exactOptional(),
})
