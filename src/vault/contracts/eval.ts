/** The answers of `memo eval --json`: of a measurement, and of writing labels down. */
import * as z from 'zod'
import { searchResult } from './search.ts'

const share = z.number().min(0).max(1)
const count = z.int().min(0)
const difference = z.number().min(-1).max(1)
const place = z.int().min(1).nullable()

const metrics = z.object({
  recall1: share.describe('share of the right answers that stand first'),
  recall5: share.describe('share of the right answers among the first 5'),
  recall10: share.describe('share of the right answers among the first 10'),
  recall20: share.describe('share of the right answers among the first 20'),
  hit20: share.describe('1 when any right answer is among the first 20'),
  mrr: share.describe('1 / place of the first right answer; 0 when it is not found'),
  ndcg10: share.describe('discounted gain of the grades in the first 10, as a share of the best order'),
})

const profileReport = z.object({
  profile: z.string().describe('name of the ranking profile'),
  metrics: metrics.nullable().describe('means over the queries that have an answer; null if none has'),
  abstention: z
    .object({
      precision: share.nullable().describe('share of the empty answers that were right; null when there was none'),
      recall: share.nullable().describe('share of the unanswerable queries that got an empty answer; null without one'),
    })
    .describe('whether nothing is said to be there where nothing is'),
  ms: z
    .object({
      p50: z.number().min(0).describe('half of the searches take no longer'),
      p95: z.number().min(0).describe('95 % of the searches take no longer'),
    })
    .describe('milliseconds of a search'),
  tokens: z.number().min(0).describe('mean estimate of the tokens that the hits of an answer take'),
})

const paired = z.object({
  mean: difference.describe('mean of the differences; above 0 the first profile is better'),
  low: difference.describe('lower end of the 95 % interval of the mean (paired bootstrap)'),
  high: difference.describe('upper end of it'),
  wins: count.describe('queries in which the first profile is better'),
  ties: count.describe('queries without a difference'),
  losses: count.describe('queries in which it is worse'),
})

const line = z.int().min(1).describe('number of the line, from 1')
const query = z.string().describe('what was searched for')
const first = place.describe('place of the first right answer, from 1; null when none was found')

const queryDifference = z.object({
  ...{ line, query },
  ndcg10: difference.describe('difference in nDCG@10'),
  mrr: difference.describe('difference in the reciprocal place of the first right answer'),
  first,
  comparedFirst: place.describe('the same for the other profile'),
})

export const evalResult = z.object({
  answerable: count.describe('queries that have an answer'),
  unanswerable: count.describe('queries that have none'),
  limit: z.int().min(1).describe('how many hits were looked at'),
  missing: z.array(z.string()).describe('labelled ids that no record has'),
  fromLog: z
    .object({
      labels: count.describe('labels of all queries together'),
      closed: count.describe('labels left out because their record is closed or forgotten'),
    })
    .describe('with --from-log: what the log told')
    .exactOptional(),
  report: profileReport.describe('of the profile'),
  compared: profileReport.describe('with --compare: of the other profile').exactOptional(),
  paired: z
    .object({
      differences: z
        .object({
          recall1: paired.describe('in recall@1'),
          recall5: paired.describe('in recall@5'),
          recall10: paired.describe('in recall@10'),
          recall20: paired.describe('in recall@20'),
          hit20: paired.describe('in hit@20'),
          mrr: paired.describe('in MRR'),
          ndcg10: paired.describe('in nDCG@10'),
        })
        .nullable()
        .describe('the profile minus the other, by measure; null if no query has an answer'),
      best: z.array(queryDifference).describe('where the profile gains most, at most five'),
      worst: z.array(queryDifference).describe('where it loses most, at most five'),
    })
    .describe('with --compare: the two, query by query')
    .exactOptional(),
  perQuery: z
    .array(
      z.object({
        ...{ line, query },
        unanswerable: z.boolean().describe('whether it has no answer'),
        abstained: z.boolean().describe('whether the answer said that it was none'),
        first,
        metrics: metrics.nullable().describe('null for a query without an answer'),
        ms: z.number().min(0).describe('milliseconds that it took'),
        tokens: count.describe('estimate of the tokens that its hits take'),
      }),
    )
    .describe('in the order of the lines, of the profile'),
  degraded: searchResult.shape.degraded,
  stale: searchResult.shape.stale,
})

export const writtenLabels = z.object({
  file: z.string().describe('the file that was written'),
  queries: count.describe('queries in it'),
  labels: count.describe('labels in it'),
  closed: count.describe('labels left out because their record is closed or forgotten'),
})
