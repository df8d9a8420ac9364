/** The answer of `memo why --json`. */
import * as z from 'zod'
import { EventHeader } from '../../events/schema.ts'
import { Baseline, Counters, recordFields } from '../../record/schema.ts'
import { outcomes } from '../../retrieval/fate.ts'
import { isStale, recordKey } from './record-parts.ts'
import { why } from './search.ts'

const { at, actor, writer } = EventHeader.shape
const counted = { event: z.string().describe('id of the event'), at, actor, writer }

const hits = z.object({
  counted: z.int().min(0).describe('how many events counted one'),
  via: z.record(z.string(), z.int()).describe('how many of them through get, search and bootstrap'),
  first: z.object(counted).describe('the oldest').exactOptional(),
  last: z.object(counted).describe('the newest').exactOptional(),
  sessions: z
    .array(
      z.object({
        session: z.string().nullable().describe('the session; null for uses that name none'),
        hits: z.int().min(1).describe('how many it counted'),
        lastHit: at.describe('its newest'),
      }),
    )
    .describe('who used it, the one that used it last first'),
})

const rating = z.object({
  ...counted,
  verdict: z.union([z.string(), z.number()]).describe('the rating, or the signal from -1 to 1'),
  session: z.string().describe('the session that said so').exactOptional(),
  comment: z.string().describe('why').exactOptional(),
  outcome: z.number().nullable().describe('the average with it; null while nobody said anything'),
})

const prior = z.object({
  name: z.enum(['recency', 'feedback', 'salience', 'severity']).describe('what weighs'),
  value: z.number().describe('what a score is multiplied by; of salience what it is ranked by'),
  applies: z.boolean().describe('whether searches with this profile take it into account for such a record'),
  of: z.string().describe('what it is made of'),
})

const step = z.object({
  stage: z.string().describe('name of the step; arms for what the rankers found'),
  place: z.int().min(1).nullable().describe('where it stood after it; null where it was not let pass'),
})

const search = z.object({
  query: z.string().describe('what was searched for'),
  total: z.int().min(0).describe('how many records were found'),
  outcome: z.enum(outcomes).describe('what became of the record'),
  reason: z.string().describe('one sentence'),
  place: z.int().min(1).nullable().describe('in the whole list; null where it is not in it'),
  steps: z.array(step).describe('where it stood after each step'),
  why: why.describe('what its score was made of, if any arm found it').exactOptional(),
})

export const whyResult = z.object({
  ...recordKey,
  kind: recordFields.kind,
  title: recordFields.title,
  profile: z.string().describe('the ranking profile'),
  counters: z
    .object({
      ...Counters.pick({ hits: true, occurrences: true, helpful: true, stale: true }).shape,
      ...Counters.pick({ lastHit: true, lastSeen: true, lastFeedback: true, outcome: true }).partial().shape,
    })
    .describe('what people see'),
  baseline: Baseline.describe('what it had counted before its first event here'),
  hits: hits.describe('the events that count as hits'),
  recurrences: z.array(z.object(counted)).describe('the events that say that it came up again, oldest first'),
  ratings: z.array(rating).describe('the events that say whether it helped, oldest first'),
  priors: z.array(prior).describe('what weighs it whatever is asked for'),
  search: search.describe('with --query: what became of it in that search').exactOptional(),
  stale: isStale,
})
