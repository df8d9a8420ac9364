/** The answer of `memo search --json`. */
import * as z from 'zod'
import { Counters, recordFields } from '../../record/schema.ts'
import { bands } from '../../retrieval/why.ts'
import { neighbourhood } from './links.ts'
import { asOf, isStale, recordKey, recordSummary, severity, supersededBy } from './record-parts.ts'

/** All of them rounded to two decimals. */
const rounded = z.number()

const explain = z.object({
  ftsBm25: rounded.describe('keyword score without its sign; in an order by a counter, the counter'),
  pathPatternBoost: rounded.describe('1.25 when the list was narrowed to a path'),
  severityMultiplier: rounded.describe('by severity: critical 1.4, high 1.3, medium 1, low 0.9'),
  hitsBoost: rounded.describe('1 + 0.02 for each use, up to 20'),
  occurrencesBoost: rounded.describe('1 + 0.03 for each recurrence, up to 20'),
  feedbackMultiplier: rounded.describe('by ratings'),
  finalScore: rounded.describe('product of the others'),
})

const armRank = z.object({
  arm: z.string().describe('name of the ranker'),
  rank: z.int().min(1).describe('place in its list, from 1'),
  raw: z.number().describe('its own score; higher is better'),
  contribution: z.number().describe('what it added to the fused score'),
  terms: z
    .array(z.string())
    .describe('what of the query it matched; ~ before a term of which only a word like it is there')
    .exactOptional(),
  lines: z
    .tuple([z.int().min(1), z.int().min(1)])
    .describe('first and last line of the part of the body that it ranked')
    .exactOptional(),
})

const factor = z.object({
  stage: z.string().describe('name of the stage'),
  value: z.number().describe('what the score was multiplied by'),
})

const score = z.number().describe('orders this list; not comparable with the scores of another')

export const why = z.object({
  arms: z.array(armRank).readonly().describe('where each ranker put it'),
  fused: z.number().describe('sum of the contributions'),
  factors: z.array(factor).readonly().describe('multipliers, in the order applied'),
  score,
  relevance: z.number().describe('how much of what was asked the record holds, 0 to 1'),
  band: z.enum(bands).describe('the same in a word: from 0.6, 0.45 and 0.3 up, and below'),
  provenance: z
    .object({
      source: recordFields.source.exactOptional(),
      trust: recordFields.trust.exactOptional(),
      origin: recordFields.origin.exactOptional(),
    })
    .describe('who says so'),
  freshness: z
    .object({
      expired: z.boolean().describe('its lifetime is over'),
      flaggedStale: z.boolean().describe('most ratings say it is stale or wrong'),
      ageDays: z.int().min(0).describe('whole days since what it tells happened'),
    })
    .describe('whether it still holds'),
  time: z
    .object({
      created: recordFields.created,
      updated: recordFields.updated,
      eventAt: recordFields.eventAt.exactOptional(),
      validFrom: recordFields.validFrom.exactOptional(),
      validTo: recordFields.validTo.exactOptional(),
    })
    .describe('its times'),
})

const hit = z.object({
  ...recordSummary,
  lines: z
    .tuple([z.int().min(1), z.int().min(1)])
    .describe('first and last line of the body that the snippet shows, from 1'),
  snippet: z.string().describe('the part of the body that matches best'),
  score,
  lastHit: Counters.shape.lastHit.exactOptional(),
  lastSeen: Counters.shape.lastSeen.describe('when it last came up again, else when it last changed'),
  severity: severity.exactOptional(),
  expired: z.literal(true).describe('its lifetime is over, or it does not hold any more').exactOptional(),
  supersededBy: supersededBy.exactOptional(),
  flaggedStale: z.literal(true).describe('at least three ratings, and most, say it is stale or wrong').exactOptional(),
  explain: explain.describe('with --explain: the counters of the record as multipliers').exactOptional(),
  links: z.object(neighbourhood).describe('with --expand-links: the records around it').exactOptional(),
  why: why.describe('with --explain: the factors that its place was made of').exactOptional(),
})

const pointer = z.object({
  ...recordKey,
  kind: z.string().describe('its kind'),
  title: recordFields.title,
  supersededBy: supersededBy.exactOptional(),
})

export const abstention = z.object({
  reason: z
    .enum([
      'never_known',
      'superseded',
      'archived',
      'expired',
      'forgotten',
      'out_of_scope',
      'no_terms',
      'nothing_in_scope',
      'ignored_path',
      'other_mode',
      'weak',
    ])
    .describe('why there is nothing; weak: what was found is not likely to answer, and is shown all the same'),
  hint: z.string().describe('what would find more'),
  pointers: z
    .array(pointer)
    .describe('at most three records outside this scope that match, or that the same filters fit')
    .exactOptional(),
})

const tokens = z.int().min(0).describe('tokens that the hits take, by estimate')

const milliseconds = z.number().describe('milliseconds that it took')

const trace = z.object({
  arms: z
    .array(
      z.object({
        arm: z.string().describe('name of the ranker'),
        ran: z.boolean().describe('whether it ran'),
        why: z.string().describe('why it ran or not'),
        candidates: z.int().min(0).describe('how many records it found'),
        ms: milliseconds,
        detail: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .readonly()
          .describe('what else there is to say of it')
          .exactOptional(),
      }),
    )
    .describe('the rankers'),
  stages: z
    .array(
      z.object({
        stage: z.string().describe('name of the stage'),
        in: z.int().min(0).describe('candidates that went in'),
        out: z.int().min(0).describe('candidates that came out'),
        ms: milliseconds,
        detail: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .readonly()
          .describe('what else there is to say of this step')
          .exactOptional(),
      }),
    )
    .describe('what happened to their candidates, in order'),
  cutoff: z
    .object({
      kind: z.enum(['gap', 'budget', 'limit']).describe('a fall of the scores, --max-tokens, or --limit'),
      position: z.int().min(0).describe('place in the list of the first that is left out, from 0'),
      gap: z.number().describe('by which share of the one above its score falls').exactOptional(),
    })
    .describe('what ended the list, if anything is left out')
    .exactOptional(),
  budget: z
    .object({
      maxTokens: z.int().min(1).describe('what was allowed'),
      used: tokens,
      truncated: z.int().min(0).describe('hits of this page for which there was no room'),
    })
    .describe('with --max-tokens')
    .exactOptional(),
})

export const searchResult = z.object({
  hits: z.array(hit).describe('the page that was asked for, best first'),
  total: z.int().min(0).describe('records that matched, shown or not'),
  truncated: z
    .int()
    .min(0)
    .describe('records after this page; not those below the gap at which a profile ends the list'),
  narrowHint: z.string().nullable().describe('how to make a long list shorter; null when nothing was left out'),
  abstained: abstention.nullable().describe('why there is no answer; null when something matches well'),
  tokens,
  nextTokens: z.int().min(0).describe('tokens that memo get of all these hits takes, by estimate'),
  trace: trace.describe('with --explain: what the search did').exactOptional(),
  degraded: z
    .object({ reason: z.string().describe('what could not run') })
    .nullable()
    .describe('set when what was asked for could not be searched in full'),
  stale: isStale,
  asOf: asOf.exactOptional(),
  bumped: z.array(z.string()).describe('ids of the records whose use was counted'),
})
