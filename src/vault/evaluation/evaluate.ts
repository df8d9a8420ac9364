/**
 * Measuring the ranking of this vault by queries whose answers are known, in one profile or in two side by side. Counts
 * no use and logs no query.
 */
import { stopwatch } from '../../lib/ports.ts'
import { findById } from '../../projections/index/find-records.ts'
import { findFirst, type Labels, measure } from '../../retrieval/evaluation/metrics.ts'
import { profileOf } from '../reader.ts'
import { type SearchInput, type SearchResult, searchVault } from '../reading/search.ts'
import { refresh, withIndexRecovery } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import type { LoggedLabels } from './from-log.ts'
import type { LabelledQuery } from './labelled-query.ts'
import {
  type PairedReport,
  type ProfileReport,
  type QueryOutcome,
  type QueryReport,
  toPairedReport,
  toProfileReport,
} from './report.ts'

type Fixed = 'query' | 'sort' | 'explain' | 'hitIds' | 'session' | 'scan' | 'offset' | 'asOf' | 'unlogged'

export interface EvaluateInput extends Omit<SearchInput, Fixed> {
  queries: readonly LabelledQuery[]
  /** Name of another profile, to be measured by the same queries. */
  compare?: string | undefined
}

export interface EvalResult {
  answerable: number
  unanswerable: number
  limit: number
  /** Labelled ids that no record has. */
  missing: string[]
  /** When the queries come from the log: what it told. */
  fromLog?: Pick<LoggedLabels, 'labels' | 'closed'>
  report: ProfileReport
  compared?: ProfileReport
  paired?: PairedReport
  /** Of the first profile, in the order of the lines. */
  perQuery: QueryReport[]
  degraded: { reason: string } | null
  stale: boolean
}

/** Throws USAGE for a profile that does not exist, NOT_FOUND for such a project. */
export async function evaluateVault(vault: Vault, input: EvaluateInput): Promise<EvalResult> {
  const ours = input.profile ?? vault.config.search.profile
  const profiles = input.compare === undefined ? [ours] : [ours, input.compare]
  for (const name of profiles) profileOf(vault, name)
  const { stale } = await refresh(vault, 'bounded')
  const missing = await withIndexRecovery(vault, async () => findMissing(vault, input.queries))
  const { outcomes, degraded } = await runAll(vault, input, profiles)
  const [first = [], second] = profiles.map((_, place) =>
    input.queries.map((query, n) => toReport(query, outcomes[n]?.[place])),
  )
  return {
    answerable: first.filter(({ unanswerable }) => !unanswerable).length,
    unanswerable: first.filter(({ unanswerable }) => unanswerable).length,
    limit: input.limit,
    missing,
    report: toProfileReport(ours, first),
    ...(second !== undefined && {
      compared: toProfileReport(input.compare ?? '', second),
      paired: toPairedReport(first, second),
    }),
    perQuery: first,
    degraded,
    stale,
  }
}

function findMissing({ projections }: Vault, queries: readonly LabelledQuery[]): string[] {
  const names = new Set(queries.flatMap(({ labels }) => [...labels.keys()]))
  return [...names].filter((name) => {
    const slash = name.indexOf('/')
    const project = slash === -1 ? undefined : name.slice(0, slash)
    return findById(projections.db, name.slice(slash + 1), project).length === 0
  })
}

type Outcome = QueryOutcome | undefined

/** By query, then by profile. */
async function runAll(vault: Vault, input: EvaluateInput, profiles: readonly string[]) {
  const outcomes: Outcome[][] = []
  let degraded: EvalResult['degraded'] = null
  // What is loaded once is not part of any query's time.
  const [warmUp] = input.queries
  for (const profile of profiles) if (warmUp !== undefined) await run(vault, input, warmUp, profile)
  for (const [n, query] of input.queries.entries()) {
    const byProfile: Outcome[] = []
    // Whoever comes second finds warmer caches, so they take turns.
    for (const place of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const profile = profiles[place]
      if (profile === undefined) continue
      const { outcome, answer } = await run(vault, input, query, profile)
      degraded ??= answer.degraded
      byProfile[place] = outcome
    }
    outcomes.push(byProfile)
  }
  return { outcomes, degraded }
}

async function run(vault: Vault, input: EvaluateInput, query: LabelledQuery, profile: string) {
  const { queries: _, compare: __, ...search } = input
  const fixed = {
    sort: 'relevance',
    offset: 0,
    asOf: undefined,
    explain: false,
    hitIds: [],
    session: undefined,
  } as const
  const start = stopwatch()
  const answer = await searchVault(vault, {
    ...search,
    ...fixed,
    ...toPlace(query, input),
    ...{ query: query.query, profile, unlogged: true, scan: 'none' },
  })
  return { outcome: toOutcome(answer, query.labels, stopwatch() - start), answer }
}

function toPlace({ projects }: LabelledQuery, input: EvaluateInput): Pick<SearchInput, 'projects' | 'allProjects'> {
  if (projects === undefined) return { projects: input.projects, allProjects: input.allProjects }
  return projects === 'all' ? { projects: [], allProjects: true } : { projects, allProjects: false }
}

function toOutcome(answer: SearchResult, labels: Labels, ms: number): QueryOutcome {
  const got = toLabelNames(answer.hits, labels)
  return {
    abstained: answer.abstained !== null,
    first: findFirst(got, labels) ?? null,
    metrics: labels.size === 0 ? null : measure(got, labels),
    ms,
    tokens: answer.tokens,
  }
}

/** Hits by the name that a label gives them; a bare id names the first record of that id only. */
function toLabelNames(hits: SearchResult['hits'], labels: Labels): string[] {
  const seen = new Set<string>()
  return hits.map(({ projectId, id }) => {
    const full = `${projectId}/${id}`
    const name = labels.has(full) || seen.has(id) ? full : id
    seen.add(name)
    return name
  })
}

function toReport({ line, query, labels }: LabelledQuery, outcome: Outcome): QueryReport {
  const none = { abstained: false, first: null, metrics: null, ms: 0, tokens: 0 }
  return { line, query, unanswerable: labels.size === 0, ...(outcome ?? none) }
}
