/** What all queries of an evaluation say together: of one profile, and of two side by side. Pure. */
import { type AbstentionQuality, measureAbstention } from '../../retrieval/evaluation/abstention.ts'
import { average, type Metrics } from '../../retrieval/evaluation/metrics.ts'
import { comparePaired, type PairedDifferences } from '../../retrieval/evaluation/paired.ts'
import { percentile } from '../../retrieval/evaluation/percentile.ts'

export interface QueryOutcome {
  abstained: boolean
  /** Place of the first good answer, from 1; null if none was found. */
  first: number | null
  /** Null for a query without an answer. */
  metrics: Metrics | null
  ms: number
  /** Estimate of what the answer costs to read. */
  tokens: number
}

export interface QueryReport extends QueryOutcome {
  line: number
  query: string
  unanswerable: boolean
}

export interface ProfileReport {
  profile: string
  /** Means over the queries that have an answer; null if none has. */
  metrics: Metrics | null
  abstention: AbstentionQuality
  /** Milliseconds of a search. */
  ms: { p50: number; p95: number }
  /** Mean estimate of what an answer costs to read. */
  tokens: number
}

export interface QueryDifference {
  line: number
  query: string
  /** Differences of this query; above 0 the first profile is better. */
  ndcg10: number
  mrr: number
  /** Places of the first good answer, from 1; null where none was found. */
  first: number | null
  comparedFirst: number | null
}

export interface PairedReport {
  /** First profile minus the other; null if no query has an answer. */
  differences: PairedDifferences | null
  /** Where the first profile gains and loses most, at most five each, the greatest difference first. */
  best: QueryDifference[]
  worst: QueryDifference[]
}

export function toProfileReport(profile: string, queries: readonly QueryReport[]): ProfileReport {
  const times = queries.map(({ ms }) => ms)
  return {
    profile,
    metrics: average(queries.flatMap(({ metrics }) => (metrics === null ? [] : [metrics]))) ?? null,
    abstention: measureAbstention(queries),
    ms: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
    tokens: queries.reduce((sum, { tokens }) => sum + tokens, 0) / queries.length,
  }
}

interface Pair {
  ours: QueryReport & { metrics: Metrics }
  theirs: QueryReport & { metrics: Metrics }
}

const shown = 5

/** Two reports of the same queries in the same order. */
export function toPairedReport(first: readonly QueryReport[], second: readonly QueryReport[]): PairedReport {
  const pairs = first.flatMap((ours, n) => toPair(ours, second[n]))
  const differences = pairs.map(toQueryDifference).sort(byGain)
  return {
    differences:
      pairs.length === 0
        ? null
        : comparePaired(
            pairs.map(({ ours }) => ours.metrics),
            pairs.map(({ theirs }) => theirs.metrics),
          ),
    best: differences.filter((one) => gainOf(one) > 0).slice(0, shown),
    worst: differences
      .filter((one) => gainOf(one) < 0)
      .reverse()
      .slice(0, shown),
  }
}

function toPair(ours: QueryReport, theirs: QueryReport | undefined): Pair[] {
  if (ours.metrics === null || theirs === undefined || theirs.metrics === null) return []
  return [{ ours: { ...ours, metrics: ours.metrics }, theirs: { ...theirs, metrics: theirs.metrics } }]
}

function toQueryDifference({ ours, theirs }: Pair): QueryDifference {
  return {
    ...{ line: ours.line, query: ours.query },
    ndcg10: ours.metrics.ndcg10 - theirs.metrics.ndcg10,
    mrr: ours.metrics.mrr - theirs.metrics.mrr,
    ...{ first: ours.first, comparedFirst: theirs.first },
  }
}

/** nDCG sees the first ten places only; where it sees no difference, the first good answer may still have moved. */
function gainOf({ ndcg10, mrr }: QueryDifference): number {
  return Math.abs(ndcg10) > 1e-9 ? ndcg10 : mrr
}

function byGain(a: QueryDifference, b: QueryDifference): number {
  return gainOf(b) - gainOf(a) || a.line - b.line
}
