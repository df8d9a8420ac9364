/** The answer of `memo feedback --json`. */
import * as z from 'zod'
import { Counters } from '../../record/schema.ts'
import { ratings } from '../../record/vocabulary.ts'
import { recordKey } from './record-parts.ts'

const { helpful, stale, outcome } = Counters.shape

export const rateResult = z.object({
  ...recordKey,
  rating: z.enum(ratings).describe('what was said'),
  helpful,
  stale,
  outcome: outcome.nullable().describe(outcome.description ?? ''),
  event: z.string().describe('id of the event that says so'),
})
