/**
 * Searches written to the log, where the settings ask for it (`search.logQueries`): what was asked, and what was shown.
 * Fail-open, like the counting of uses: a search that cannot be logged still answers.
 */
import type { EventDraft } from '../../events/schema.ts'
import { MemoError, messageOf } from '../../lib/errors.ts'
import { truncate } from '../../lib/text-cut.ts'
import type { Narrowing } from '../../record/narrowing.ts'
import type { Sort } from '../../record/vocabulary.ts'
import type { Answer } from '../../retrieval/search.ts'
import { appendAndFold } from '../append.ts'
import { logError } from '../error-log.ts'
import { write } from '../refresh.ts'
import { addNotice, type Vault } from '../vault.ts'
import { findProjectScope, type ProjectScope } from './scope.ts'

export interface LoggedSearch extends ProjectScope, Narrowing {
  query: string
  kinds: readonly string[] | undefined
  statuses: readonly string[] | undefined
  includeScratch: boolean
  includeExpired: boolean
  asOf: number | undefined
  sort: Sort
  offset: number
  session: string | undefined
  profile?: string | undefined
  unlogged?: true
}

export interface LoggedAnswer extends Pick<Answer, 'total' | 'abstained'> {
  hits: readonly { id: string; projectId: string }[]
  ms: number
}

/** A search must not wait for a writer as long as a write does. */
const waitMs = 250
/** What of a query is read at all. */
const longestQuery = 4096
const mostIds = 10

/** Writes the search to the log, if it is one that the settings want there. Never throws. */
export async function logSearch(vault: Vault, search: LoggedSearch, answer: LoggedAnswer): Promise<void> {
  if (!vault.config.search.logQueries || vault.readOnly || !isRanking(search)) return
  try {
    const draft = toDraft(vault, search, answer)
    await write(vault, { label: 'query log', waitMs }, () => appendAndFold(vault, [draft]))
  } catch (error) {
    const isSecret = error instanceof MemoError && error.code === 'SECRET'
    if (!isSecret) logError(vault.paths, vault.ports, 'query-log', error)
    addNotice(vault, `the search was not logged (${messageOf(error)})`)
  }
}

/** A listing asks nothing, a later page asks the same again, and the past is not asked for by those who work. */
function isRanking({ query, sort, offset, asOf, unlogged }: LoggedSearch): boolean {
  return query.trim() !== '' && sort === 'relevance' && offset === 0 && asOf === undefined && unlogged === undefined
}

function toDraft(vault: Vault, search: LoggedSearch, { hits, total, abstained, ms }: LoggedAnswer): EventDraft {
  const projects = findProjectScope(vault, search)
  return {
    actor: vault.actor,
    type: 'query.logged',
    data: {
      query: truncate(search.query.trim(), longestQuery),
      ...(projects !== undefined && { projects: [...projects] }),
      filters: toFilterNames(search),
      profile: search.profile ?? vault.config.search.profile,
      ids: hits.slice(0, mostIds).map(({ projectId, id }) => `${projectId}/${id}`),
      total,
      ...(abstained !== null && { abstained: abstained.reason }),
      ...(search.session !== undefined && { session: search.session }),
      ms: Math.max(0, Math.round(ms)),
    },
  }
}

/** Their values are not kept: a path or a name says more than the measuring of a ranking needs. */
function toFilterNames(search: LoggedSearch): string[] {
  const { kinds, statuses, tags, facets, includeScratch, includeExpired } = search
  const { layer, path, entity, source, trust, since, until } = search
  const given = {
    ...{ kind: kinds !== undefined, status: statuses !== undefined, tag: tags.length > 0, facet: facets.length > 0 },
    ...{ layer, path, entity, source, trust, since, until },
    ...{ scratch: includeScratch, 'include-expired': includeExpired },
  }
  return Object.entries(given).flatMap(([name, value]) => (value === undefined || value === false ? [] : [name]))
}
