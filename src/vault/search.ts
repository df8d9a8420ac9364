/** The search verb: scope from the working directory, the pipeline, and the counting of what the caller says it used. */
import { findNeighbours } from '../projections/index/link-rows.ts'
import { findProject } from '../record/identity.ts'
import type { Abstention } from '../retrieval/abstain.ts'
import { linksPerDirection, type Neighbourhood } from '../retrieval/links.ts'
import { queryTerms } from '../retrieval/match.ts'
import { parseQuery } from '../retrieval/query.ts'
import { type Answer, type Hit, type SearchRequest, search } from '../retrieval/search.ts'
import { recordHits } from './hits.ts'
import { profileOf, readerOf } from './reader.ts'
import { refresh, type Scan, withIndexRecovery } from './refresh.ts'
import { findProjectScope, toScopePath } from './scope.ts'
import type { Vault } from './vault.ts'

export interface SearchInput extends Omit<SearchRequest, 'projects' | 'prefixLast'> {
  /** From `--project`; none is the working directory's. */
  projects: readonly string[]
  allProjects: boolean
  cwd: string
  /** Ids of hits that the caller used; each counts if it is in the results, and in one project only. */
  hitIds: readonly string[]
  session: string | undefined
  scan: Scan
  /** Tell of each hit which records it names and which name it. */
  expandLinks?: boolean
}

export interface SearchHit extends Hit {
  links?: Neighbourhood
}

export interface SearchResult extends Omit<Answer, 'hits'> {
  hits: SearchHit[]
  /** Set when an arm that should have run could not. */
  degraded: { reason: string } | null
  stale: boolean
  /** Ids of the records whose use was counted. */
  bumped: string[]
}

/** Searches. Throws NOT_FOUND for a named project that nobody knows. */
export async function searchVault(vault: Vault, input: SearchInput): Promise<SearchResult> {
  const { stale } = await refresh(vault, input.scan)
  const answer = await withIndexRecovery(vault, async () => {
    const request = toRequest(vault, input)
    const ignored = request.path === undefined ? undefined : await findIgnored(input)
    if (ignored !== undefined) return { ...empty, abstained: ignored }
    const found = search(request, { reader: readerOf(vault), profile: profileOf(vault), ports: vault.ports })
    return input.expandLinks ? { ...found, hits: expandLinks(vault, found.hits) } : found
  })
  const used = findUsed(answer.hits, input.hitIds)
  const counted = await recordHits(vault, {
    records: used,
    via: 'search',
    session: input.session,
    query: input.query || undefined,
  })
  return { ...answer, degraded: null, stale, bumped: counted.map(({ id }) => id) }
}

/** Seed "Memory Search", progressive expansion: names and titles of the neighbours, never their texts. */
function expandLinks(vault: Vault, hits: readonly Hit[]): SearchHit[] {
  const { db } = vault.projections
  return hits.map((hit) => ({ ...hit, links: findNeighbours(db, hit.projectId, hit.id, linksPerDirection) }))
}

/** What a query looks for, to be highlighted in an answer. */
export function queryWords(query: string): string[] {
  return queryTerms(parseQuery(query))
}

const empty: Answer = { hits: [], total: 0, truncated: 0, narrowHint: null, abstained: null }

function toRequest(vault: Vault, input: SearchInput): SearchRequest {
  const { cwd, path, expandLinks: _, ...request } = input
  const projects = findProjectScope(vault, input)
  return { ...request, projects, path: path === undefined ? undefined : toScopePath(cwd, path), prefixLast: false }
}

/** A path that nothing may be remembered about answers at once, with the rule that says so. */
async function findIgnored({ path, cwd }: SearchInput): Promise<Abstention | undefined> {
  if (path === undefined) return undefined
  const { findIgnoreRule } = await import('../record/capture-ignore.ts')
  const rule = await findIgnoreRule(path, findProject(cwd).root)
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
