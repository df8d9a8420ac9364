/** What narrows the list besides the query: each filter a short list that a key goes round. Pure. */
import { dayMs } from '../record/times.ts'
import { type Kind, kindNames, type Sort, sorts } from '../record/vocabulary.ts'
import type { SearchInput } from '../vault/reading/search.ts'

/** Where to search, and what that is called. */
export interface ProjectChoice {
  label: string
  projects: readonly string[]
  allProjects: boolean
}

export interface Filters {
  /** Undefined: those that were asked for at the start, else any. */
  kind: Kind | undefined
  sort: Sort
  place: ProjectChoice
  /** Days back; undefined: since whenever was asked for at the start, else any time. */
  days: number | undefined
}

export type FilterName = 'kind' | 'sort' | 'project' | 'time'

export const everywhere: ProjectChoice = { label: 'all projects', projects: [], allProjects: true }

/** What people ask for: today, this week, this month, this year. */
const spans: readonly Filters['days'][] = [undefined, 1, 7, 30, 365]

/** The filters after one more press; `places` are the projects to go round. */
export function cycle(filters: Filters, name: FilterName, places: readonly ProjectChoice[]): Filters {
  switch (name) {
    case 'kind':
      return { ...filters, kind: after<Kind | undefined>([undefined, ...kindNames], filters.kind) }
    case 'sort':
      return { ...filters, sort: after(sorts, filters.sort) }
    case 'time':
      return { ...filters, days: after(spans, filters.days) }
    case 'project': {
      const label = after(
        places.map((place) => place.label),
        filters.place.label,
      )
      return { ...filters, place: places.find((place) => place.label === label) ?? filters.place }
    }
  }
}

/** The part of a search that the filters decide; the rest is as it was asked for at the start. */
export function toScope(filters: Filters, now: number): Partial<SearchInput> {
  const { kind, sort, place, days } = filters
  return {
    sort,
    projects: place.projects,
    allProjects: place.allProjects,
    ...(kind !== undefined && { kinds: [kind] }),
    ...(days !== undefined && { since: now - days * dayMs }),
  }
}

export function describeFilters({ kind, sort, place, days }: Filters): string {
  const time = days === undefined ? 'any time' : days === 1 ? 'last day' : `last ${days} days`
  return [kind ?? 'any kind', `by ${sort}`, place.label, time].join(' · ')
}

/** The first one where it stands in no list. */
function after<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length] ?? value
}
