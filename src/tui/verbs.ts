/** What the screen asks of the vault, in its own words. Each throws what the verb behind it throws. */
import type { Rating } from '../record/vocabulary.ts'
import { activityEnd } from '../vault/history/activity.ts'
import { getProjects } from '../vault/projects.ts'
import { type GotRecord, getRecords } from '../vault/reading/get.ts'
import { type RelatedResult, relatedRecords } from '../vault/reading/related.ts'
import { asksModel, queryWords, type SearchInput, searchVault } from '../vault/reading/search.ts'
import { getTimeline, type TimelineResult } from '../vault/reading/timeline.ts'
import { refresh } from '../vault/refresh.ts'
import { rateRecord } from '../vault/writing/rate.ts'
import { toRecordDraft } from '../vault/writing/record-draft.ts'
import { type UpsertResult, upsertRecord } from '../vault/writing/upsert.ts'
import { type Filters, type ProjectChoice, toScope } from './filters.ts'
import type { FormRecord } from './panels/record-form.ts'
import { isSame, nameOf, type Ref } from './ref.ts'
import type { Found, SearchHit } from './state.ts'
import type { VaultHost } from './vault-host.ts'

/** What is wanted in the list. */
export interface Ask {
  query: string
  filters: Filters
  limit: number
}

/** What every search of this screen is narrowed to, from the flags of its command. */
export type BaseSearch = Omit<SearchInput, 'query' | 'sort' | 'limit' | 'offset' | 'explain' | 'hitIds' | 'session'>

export interface Verbs {
  /** At once, from the index alone; `isWhole` tells whether a model that the settings name was left out. */
  search(ask: Ask): Promise<{ found: Found; isWhole: boolean }>
  /** With the model. */
  searchWhole(ask: Ask): Promise<Found>
  /** Reads a record without counting a use; undefined where it is not there any more. */
  look(ref: Ref): Promise<GotRecord | undefined>
  /** Reads it and counts a use. */
  open(ref: Ref): Promise<GotRecord | undefined>
  /** The hit with the numbers that put it where it stands. */
  explain(ask: Ask, ref: Ref): Promise<SearchHit | undefined>
  links(ref: Ref): Promise<RelatedResult>
  timeline(ref: Ref, filters: Filters): Promise<TimelineResult>
  rate(ref: Ref, rating: Rating): Promise<void>
  /**
   * Into the project of the place: of several the first, of all that of the working directory. Throws REFUSED where a record
   * of that name says something else.
   */
  write(record: FormRecord, place: ProjectChoice): Promise<UpsertResult>
  /** The projects that hold records, and which one the working directory is of. */
  places(): Promise<{ current: string; all: ProjectChoice[] }>
  /** Takes in what others have written, and hand edits if asked; the answer differs when anything came. */
  news(withEdits: boolean): Promise<string>
}

/** Neighbours in each direction that a list of links shows. */
const mostLinks = 50
/** Records before and after the one in the middle. */
const timelineReach = 30

export function toVerbs(host: VaultHost, base: BaseSearch): Verbs {
  const { run, cwd } = host
  const read = async (ref: Ref, how: { uncounted?: true }): Promise<GotRecord | undefined> => {
    const input = { names: [nameOf(ref)], kind: undefined, project: undefined, session: undefined, lines: undefined }
    const { records } = await run((vault) => getRecords(vault, { ...input, ...how, cwd, scan: 'none' }))
    return records[0]
  }
  return {
    search: (ask) =>
      run(async (vault) => {
        const input = toInput(base, ask, vault.ports.now())
        const result = await searchVault(vault, { ...input, withoutModel: true, unlogged: true })
        return { found: toFound(ask, result, vault.ports.now()), isWhole: !asksModel(vault, input) }
      }),
    searchWhole: (ask) =>
      run(async (vault) => {
        const now = vault.ports.now()
        return toFound(ask, await searchVault(vault, toInput(base, ask, now)), now)
      }),
    look: (ref) => read(ref, { uncounted: true }),
    open: (ref) => read(ref, {}),
    explain: (ask, ref) =>
      run(async (vault) => {
        const { hits } = await searchVault(vault, {
          ...toInput(base, ask, vault.ports.now()),
          ...{ explain: true, withoutModel: true, unlogged: true },
        })
        return hits.find((hit) => isSame(hit, ref))
      }),
    links: (ref) =>
      run((vault) => relatedRecords(vault, { name: nameOf(ref), project: undefined, cwd, limit: mostLinks })),
    timeline: (ref, filters) =>
      run((vault) => {
        const scope = { ...base, ...toScope(filters, vault.ports.now()), since: base.since }
        const reach = { before: timelineReach, after: timelineReach }
        return getTimeline(vault, { ...scope, ...reach, name: nameOf(ref), query: undefined })
      }),
    rate: async (ref, rating) => {
      const input = { name: nameOf(ref), rating, comment: undefined, session: undefined, project: undefined, cwd }
      await run((vault) => rateRecord(vault, input))
    },
    write: (record, { projects }) =>
      run((vault) => {
        const draft = toRecordDraft(undefined, record, vault.config.limits)
        return upsertRecord(vault, { ...draft, isNew: true }, { project: projects[0], cwd })
      }),
    places: () =>
      run(async (vault) => {
        const { projects, current } = await getProjects(vault, cwd)
        return { current, all: projects.filter(({ records }) => records > 0).map(({ id }) => toPlace(id)) }
      }),
    news: (withEdits) =>
      host.runIdly(async (vault) => {
        await refresh(vault, withEdits ? 'bounded' : 'none')
        return activityEnd(vault)
      }),
  }
}

function toInput(base: BaseSearch, { query, filters, limit }: Ask, now: number): SearchInput {
  const page = { limit, offset: 0, explain: false, hitIds: [], session: undefined }
  return {
    ...base,
    sort: filters.sort,
    ...toScope(filters, now),
    ...page,
    query,
    prefixLast: true,
    withoutSnippets: true,
  }
}

function toFound(ask: Ask, { bumped: _, ...result }: Awaited<ReturnType<typeof searchVault>>, now: number): Found {
  return { ...result, query: ask.query, filters: ask.filters, words: queryWords(ask.query, { prefixLast: true }), now }
}

function toPlace(id: string): ProjectChoice {
  return { label: id, projects: [id], allProjects: false }
}
