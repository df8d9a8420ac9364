/** What the address says: which tab, which records, which one is open. Pure; the address is the only state that lasts. */

export const tabs = ['memory', 'graph', 'activity', 'health'] as const
export type Tab = (typeof tabs)[number]

export interface Route {
  tab: Tab
  q: string
  /** Empty: any. */
  project: string
  kind: string
  status: string
  /** Records that have all of them. */
  tags: readonly string[]
  /** `name=value`; the same name again means either. */
  facets: readonly string[]
  /** A file that they are about. */
  path: string
  /** Dates, times or spans of time, as the server takes them; empty: any. */
  since: string
  until: string
  /** As it was then; empty: as it is. */
  asOf: string
  sort: string
  /** Expired records too. */
  expired: boolean
  /** `project/id` of the record that is open; empty: none. */
  record: string
}

export const startRoute: Route = {
  ...{ tab: 'memory', q: '', project: '', kind: '', status: '', tags: [] },
  ...{ facets: [], path: '', since: '', until: '', asOf: '' },
  ...{ sort: 'relevance', expired: false, record: '' },
}

const texts = ['q', 'project', 'kind', 'status', 'path', 'since', 'until', 'asOf', 'sort', 'record'] as const

/** From `#/memory?q=…`; what it does not know it leaves out. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const given = new URLSearchParams(search)
  const said = Object.fromEntries(texts.map((name) => [name, given.get(name) ?? startRoute[name]]))
  return {
    ...startRoute,
    ...said,
    tab: tabs.find((tab) => tab === path) ?? startRoute.tab,
    tags: given.getAll('tag'),
    facets: given.getAll('facet'),
    expired: given.has('expired'),
  }
}

/** The shortest address that says the same. */
export function formatRoute(route: Route): string {
  const search = new URLSearchParams()
  for (const name of texts) if (route[name] !== startRoute[name]) search.set(name, route[name])
  for (const tag of route.tags) search.append('tag', tag)
  for (const facet of route.facets) search.append('facet', facet)
  if (route.expired) search.set('expired', '')
  const asked = search.toString().replace(/expired=$/, 'expired')
  return `#/${route.tab}${asked === '' ? '' : `?${asked}`}`
}

/** Whether it asks for some of the records only. */
export function isNarrowed(route: Route): boolean {
  const { project, kind, status, tags } = route
  return project !== '' || kind !== '' || status !== '' || tags.length > 0 || hasMoreFilters(route)
}

/** Whether any of those is set that are folded away. */
export function hasMoreFilters({ facets, path, since, until, asOf }: Route): boolean {
  return facets.length > 0 || [path, since, until, asOf].some((text) => text !== '')
}
