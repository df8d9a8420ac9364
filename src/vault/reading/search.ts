/** The search verb: scope from the working directory, the pipeline, and the counting of what the caller says it used. */
import { hasModel } from '../../config/has-model.ts'
import { MemoError } from '../../lib/errors.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { findNeighbours } from '../../projections/index/link-rows.ts'
import type { Abstention } from '../../retrieval/abstain.ts'
import type { Hit } from '../../retrieval/hit.ts'
import { linksPerDirection, type Neighbourhood } from '../../retrieval/links.ts'
import { queryTerms } from '../../retrieval/match.ts'
import { asksForMeaning } from '../../retrieval/modes.ts'
import type { Profile } from '../../retrieval/profiles.ts'
import { parseQuery } from '../../retrieval/query.ts'
import {
  type Answer,
  type Degradable,
  type FoundNames,
  type Search,
  type SearchRequest,
  search,
  searchNames,
} from '../../retrieval/search.ts'
import { type Reading, reading, toldAsOf } from '../history/as-of.ts'
import { findRecordedLater } from '../history/recorded-later.ts'
import { resolveProject } from '../project.ts'
import { minSimilarityOf, profileOf, readerOf } from '../reader.ts'
import { type Freshness, type Scan, withIndexRecovery } from '../refresh.ts'
import type { Vault, View } from '../vault.ts'
import { findProductRoot } from '../writing/captured-paths.ts'
import { recordHits } from '../writing/hits.ts'
import { logSearch } from './log-search.ts'
import { findProjectScope, toScopePath } from './scope.ts'
import { withShownEdits } from './shown-edits.ts'

export interface SearchInput extends Omit<SearchRequest, 'projects' | 'prefixLast'> {
  /** From `--project`; none is the working directory's. */
  projects: readonly string[]
  allProjects: boolean
  cwd: string
  /** As for `ProjectChoice`. */
  mayBeNew?: boolean | undefined
  /** Ids of hits that the caller used; each counts if it is in the results, and in one project only. */
  hitIds: readonly string[]
  session: string | undefined
  scan: Scan
  /** Name of the ranking profile; that of the settings when left out. */
  profile?: string | undefined
  /** A measurement: not told to the log, whatever the settings say. */
  unlogged?: true
  /** Tell of each hit which records it names and which name it. */
  expandLinks?: boolean
  /** The last word is still being typed: it stands for all that begin so. */
  prefixLast?: true
  /** Answer from the index alone, at once, also where the settings name a model. */
  withoutModel?: true
}

export interface SearchHit extends Hit {
  links?: Neighbourhood
}

/** What a search finds, in a vault or a view of it. */
export interface Found extends Omit<Answer, 'hits'> {
  hits: SearchHit[]
}

export interface SearchResult extends Omit<Found, 'watched'> {
  stale: boolean
  /** The time that was asked for. */
  asOf?: string
  /** Ids of the records whose use was counted. */
  bumped: string[]
}

/** Searches. Throws NOT_FOUND for a named project that nobody knows, USAGE for such a profile or uses to be counted in the past. */
export async function searchVault(vault: Vault, input: SearchInput): Promise<SearchResult> {
  const { asOf, scan } = input
  assertNoPastUse(input)
  return reading(vault, { asOf, scan }, async (met) => {
    const start = vault.ports.now()
    const { told: answer, stale } = await searchMet(vault, met, input)
    await stopPoint(vault.cancelled)
    await logSearch(vault, input, { ...answer, ms: vault.ports.now() - start })
    const used = findUsed(answer.hits, input.hitIds)
    const counted = await recordHits(vault, {
      records: used,
      via: 'search',
      session: input.session,
      query: input.query || undefined,
    })
    return { ...answer, stale, bumped: counted.map(({ id }) => id), ...toldAsOf(asOf) }
  })
}

/** Searches what was brought up, with the edits of what is found; counts no use. */
export function searchMet(vault: Vault, met: Reading, input: SearchInput): Promise<{ told: Found } & Freshness> {
  return withShownEdits(vault, met, {
    answer: () => searchView(vault, met.view, input),
    pathsOf: ({ hits }) => hits.map(({ filepath }) => filepath),
  })
}

/** Searches a view of the vault, which was brought up; counts no use. */
export async function searchView(vault: Vault, view: View, input: SearchInput): Promise<Found> {
  return withIndexRecovery(vault, async () => {
    const request = toRequest(vault, input)
    const ignored = request.path === undefined ? undefined : await findIgnored(vault, input)
    if (ignored !== undefined) return { ...empty, abstained: ignored }
    const profile = profileOf(vault, input.profile)
    const answer = await runSearch(vault, view, { request, profile, withoutModel: input.withoutModel === true, search })
    const hits = input.expandLinks ? expandLinks(view.projections.db, answer.hits) : answer.hits
    const later = view !== vault && isUnknown(answer) ? await findRecordedLater(vault, request) : undefined
    return { ...answer, hits, abstained: later ?? answer.abstained }
  })
}

/** As `searchView`, but for the names of what is found; whoever asks keeps away from paths that are left out. */
export async function findNames(vault: Vault, view: View, input: SearchInput): Promise<FoundNames> {
  return withIndexRecovery(vault, async () => {
    const [request, profile] = [toRequest(vault, input), profileOf(vault, input.profile)]
    return runSearch(vault, view, {
      ...{ request, profile, withoutModel: input.withoutModel === true },
      search: searchNames,
    })
  })
}

/** What was used then was counted then. */
function assertNoPastUse({ asOf, hitIds }: SearchInput): void {
  if (asOf === undefined || hitIds.length === 0) return
  throw new MemoError('USAGE', '--hit-ids does not go with --as-of: a use is counted when it is made')
}

/** What was known then and not to be shown has a reason of then. */
function isUnknown({ abstained }: Answer): boolean {
  return abstained?.reason === 'never_known' || abstained?.reason === 'nothing_in_scope'
}

interface Asked<Told extends Degradable> {
  request: SearchRequest
  profile: Profile
  withoutModel: boolean
  search: Search<Told>
}

/** The model, and what goes with it, is loaded only where the settings ask for one. */
async function runSearch<Told extends Degradable>(vault: Vault, view: View, asked: Asked<Told>): Promise<Told> {
  const { request, profile, withoutModel, search } = asked
  if (withoutModel || !hasModel(vault.config) || !asksForMeaning(request, profile)) {
    const minSimilarity = minSimilarityOf(vault)
    const given = { reader: readerOf(view), profile, minSimilarity, ports: vault.ports }
    return view.projections.db.snapshot(() => search(request, given))
  }
  const { searchByMeaning } = await import('./search-by-meaning.ts')
  return searchByMeaning(vault, view, { request, profile, search })
}

/** Whether a search asks a model unless told not to, which may take a while. */
export function asksModel(vault: Vault, { mode, sort, profile, query }: SearchInput): boolean {
  return hasModel(vault.config) && query.trim() !== '' && asksForMeaning({ mode, sort }, profileOf(vault, profile))
}

/** Seed "Memory Search", progressive expansion: names and titles of the neighbours, never their texts. */
function expandLinks(db: IndexDatabase, hits: readonly Hit[]): SearchHit[] {
  return hits.map((hit) => ({ ...hit, links: findNeighbours(db, hit.projectId, hit.id, linksPerDirection) }))
}

/** What a query looks for, to be highlighted in an answer; a last word that is still being typed ends in a star. */
export function queryWords(query: string, options: { prefixLast?: boolean } = {}): string[] {
  return queryTerms(parseQuery(query, options))
}

const empty: Found = {
  ...{ hits: [], total: 0, truncated: 0, narrowHint: null, abstained: null, degraded: null },
  ...{ tokens: 0, nextTokens: 0 },
}

export function toRequest(vault: Vault, input: SearchInput): SearchRequest {
  const { cwd, path, expandLinks: _, withoutModel: __, prefixLast = false, ...request } = input
  const projects = findProjectScope(vault, input)
  return { ...request, projects, path: path === undefined ? undefined : toScopePath(cwd, path), prefixLast }
}

/** A path that nothing may be remembered about answers at once, with the rule that says so. */
export async function findIgnored(
  vault: Vault,
  { path, cwd, projects = [] }: { path?: string | undefined; cwd: string; projects?: readonly string[] },
): Promise<Abstention | undefined> {
  if (path === undefined) return undefined
  const [named, ...others] = projects
  const project = resolveProject(vault, { named: others.length === 0 ? named : undefined, cwd })
  const { openIgnoreRules } = await import('../../record/capture-ignore.ts')
  const open = await openIgnoreRules()
  const rule = open(findProductRoot(vault, project, cwd), vault.config.capture.ignore)(path)
  if (rule === undefined || rule.source === 'outside') return undefined
  return { reason: 'ignored_path', hint: `${path} is left out by the rule "${rule.pattern}" (${rule.source})` }
}

/** Ids that occur in the results in one project; one that names records of two projects is ambiguous and left out. */
function findUsed(hits: readonly Hit[], ids: readonly string[]) {
  return [...new Set(ids)].flatMap((id) => {
    const found = hits.filter((hit) => hit.id === id || `${hit.projectId}/${hit.id}` === id)
    const [hit] = found
    return hit !== undefined && found.length === 1 ? [{ project: hit.projectId, id: hit.id, kind: hit.kind }] : []
  })
}
