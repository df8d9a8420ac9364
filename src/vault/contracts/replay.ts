/** The answer of `memo replay --json`. */
import * as z from 'zod'
import { moment } from './history.ts'

export const replayResult = z.object({
  vault: z.string().describe('the folder of the new vault'),
  ...moment,
  events: z.int().min(1).describe('events up to the moment'),
  removals: z
    .int()
    .min(0)
    .describe('later events that it has all the same, because they forget something or take it out'),
  records: z.int().min(0).describe('records that it serves'),
})
