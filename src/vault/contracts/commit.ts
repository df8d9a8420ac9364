/** The answer of `memo commit --json`. */
import * as z from 'zod'

export const commitOutcome = z.object({
  state: z
    .enum(['committed', 'clean', 'off', 'postponed'])
    .describe('clean: nothing waits; off: the settings ask for no commits; postponed: something is in the way'),
  commit: z.string().nullable().describe('id of the commit'),
  events: z.int().min(0).describe('events of this clone that it holds'),
  reason: z.string().nullable().describe('what is in the way'),
})
