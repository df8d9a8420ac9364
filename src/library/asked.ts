/** What the options of a call mean to the verbs of the vault: defaults filled in, words for times read. */
import type * as z from 'zod'
import type { Narrowing } from '../record/narrowing.ts'
import { toInstant, toPeriod } from '../record/time-words.ts'
import type { GetInput } from '../vault/reading/get.ts'
import type { ListInput, RankInput } from '../vault/reading/list.ts'
import type { RecallInput } from '../vault/reading/recall.ts'
import type { SearchInput } from '../vault/reading/search.ts'
import type { getOptions, listOptions, rankOptions, recallOptions, searchOptions } from './checks.ts'

/** What every call begins from unless it says otherwise. */
export interface Standing {
  project: string | undefined
  cwd: string
  session: string | undefined
}

/** Spans of time count back from now (ms since the epoch). */
export type Dated = Standing & { now: number }

type Given<Options extends z.ZodType> = z.infer<Options>

export function toSearch(given: Given<typeof searchOptions>, standing: Dated): SearchInput {
  const { refresh, session } = given
  const scan = refresh === undefined ? 'bounded' : refresh ? 'full' : 'none'
  return {
    ...toScope(given, standing),
    ...{ query: given.query, statuses: given.statuses, limit: given.limit ?? 50, offset: given.offset ?? 0, scan },
    ...{ includeScratch: given.includeScratch ?? false, includeExpired: given.includeExpired ?? false },
    ...{ sort: given.sort ?? 'relevance', hitIds: given.hitIds ?? [], session: session ?? standing.session },
    ...{ explain: given.explain ?? false, expandLinks: given.expandLinks ?? false },
    ...{ mode: given.mode, profile: given.profile, maxTokens: given.maxTokens },
  }
}

export function toRecall(given: Given<typeof recallOptions>, standing: Dated): RecallInput {
  return {
    ...toScope(given, standing),
    ...{
      query: given.query,
      statuses: given.statuses,
      limit: 50,
      offset: 0,
      scan: 'bounded',
      budget: given.budget ?? 8000,
    },
    ...{ includeScratch: given.includeScratch ?? false, includeExpired: given.includeExpired ?? false },
  }
}

export function toList(given: Given<typeof listOptions>, standing: Dated): ListInput {
  return {
    ...toScope(given, standing),
    ...{ statuses: given.statuses, limit: given.limit ?? 50, offset: given.offset ?? 0 },
    ...{ includeEphemeral: given.includeEphemeral ?? false, includeExpired: given.includeExpired ?? false },
    sort: given.sort ?? 'updated',
  }
}

export function toRank(given: Given<typeof rankOptions>, standing: Dated): RankInput {
  const scope = toScope(given, standing)
  return { ...scope, kinds: scope.kinds ?? ['trap'], limit: given.limit ?? 10 }
}

export function toGet(given: Given<typeof getOptions>, standing: Dated): GetInput {
  const [from, to] = given.lines ?? []
  return {
    ...{
      names: given.names,
      kind: given.kind,
      ...toPlace(given, standing),
      session: given.session ?? standing.session,
    },
    lines: from === undefined || to === undefined ? undefined : { from, to },
    asOf: toInstant('asOf', given.asOf, standing.now),
    ...(given.counted === false && { uncounted: true }),
  }
}

interface PlaceValues {
  project?: string | undefined
  cwd?: string | undefined
}

export function toPlace({ project, cwd }: PlaceValues, standing: Standing) {
  return { project: project ?? standing.project, cwd: cwd ?? standing.cwd }
}

type ScopeValues = Given<typeof rankOptions>

function toScope(given: ScopeValues, standing: Dated) {
  const asOf = toInstant('asOf', given.asOf, standing.now)
  const { allProjects = false, cwd = standing.cwd, project = standing.project ?? [] } = given
  const mayBeNew = given.project === undefined
  return {
    ...toNarrowing(given, asOf ?? standing.now),
    ...{ kinds: given.kinds, asOf, allProjects, cwd, mayBeNew, projects: allProjects ? [] : [project].flat() },
  }
}

function toNarrowing(given: ScopeValues, now: number): Narrowing {
  const { tags = [], layer, path, facets = {}, entity, source, trust } = given
  return {
    ...{ tags, layer, path, entity, source, trust },
    facets: Object.entries(facets).map(([name, values]) => ({ name, values: [values].flat() })),
    ...toPeriod(given, now, ''),
  }
}
