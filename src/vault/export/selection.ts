/** Which records an export takes: what a search finds, in its order, or everything in a scope, by project and id. */
import { listScope } from '../../projections/index/scope-rows.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { Sort } from '../../record/vocabulary.ts'
import type { Abstention } from '../../retrieval/abstain.ts'
import { readerOf } from '../reader.ts'
import { type ListScope, toListScope } from '../reading/list.ts'
import { searchView } from '../reading/search.ts'
import type { Vault, View } from '../vault.ts'

export interface Selection extends Omit<ListScope, 'includeEphemeral'> {
  /** Only what this finds. */
  query: string | undefined
  /** Without a query: leave out what a search leaves out. */
  isLive: boolean
  includeScratch: boolean
  /** At most so many; undefined: all. */
  limit: number | undefined
  /** Order of what the query finds; by relevance, only so many are ranked. */
  sort: Sort
  /** Of the ranking; that of the settings when left out. */
  profile?: string | undefined
}

export interface Selected {
  names: RecordKey[]
  /** Why a query found nothing, or nothing likely; null otherwise. */
  abstained: Abstention | null
}

/** More than any vault holds; the index wants a number. */
const everything = 1_000_000_000

/** Throws NOT_FOUND for a named project that nobody knows. */
export async function selectRecords(vault: Vault, view: View, selection: Selection, now: number): Promise<Selected> {
  if (selection.query !== undefined) return selectFound(vault, view, selection)
  // A scope by paths asks SQLite for a function that the reader defines.
  readerOf(view)
  const names = listScope(view.projections.db, toScope(vault, selection, now), view.config.ttl)
  return { names: names.slice(0, selection.limit), abstained: null }
}

/** Who moves out wants to leave nothing behind: closed, expired and passing records are in it, unless it says otherwise. */
function toScope(vault: Vault, selection: Selection, now: number) {
  const { isLive, includeScratch, statuses } = selection
  if (isLive) return toListScope(vault, { ...selection, includeEphemeral: includeScratch }, now)
  const scope = toListScope(vault, { ...selection, includeEphemeral: true, includeExpired: true }, now)
  return { ...scope, statuses: statuses ?? ('any' as const) }
}

async function selectFound(vault: Vault, view: View, selection: Selection): Promise<Selected> {
  const { isLive: _, query = '', limit = everything, ...scope } = selection
  const page = { limit, offset: 0, explain: false, compact: true }
  const { hits, abstained } = await searchView(vault, view, {
    ...{ ...scope, ...page, query, asOf: scope.asOf, hitIds: [], session: undefined, scan: 'none' as const },
  })
  return { names: hits.map(({ projectId, id }) => ({ project: projectId, id })), abstained }
}
