/** The answer of `memo reinforce --json`. */
import * as z from 'zod'
import { Counters } from '../../record/schema.ts'
import { recordKey } from './record-parts.ts'

const { outcome } = Counters.shape

export const reinforceResult = z.object({
  ...recordKey,
  signal: z.number().min(-1).max(1).describe('what was said'),
  outcome: outcome.nullable().describe(outcome.description ?? ''),
  cooled: z.boolean().describe('the last signal is less than 900 s ago, and this one was not counted'),
  until: z.string().describe('when the record takes signals again').exactOptional(),
  event: z.string().describe('id of the event that says so, if it was counted').exactOptional(),
})
