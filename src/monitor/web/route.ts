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
  sort: string
  /** Expired records too. */
  expired: boolean
  /** `project/id` of the record that is open; empty: none. */
  record: string
}

export const startRoute: Route = {
  ...{ tab: 'memory', q: '', project: '', kind: '', status: '', tags: [] },
  ...{ sort: 'relevance', expired: false, record: '' },
}

const texts = ['q', 'project', 'kind', 'status', 'sort', 'record'] as const

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
    expired: given.has('expired'),
  }
}

/** The shortest address that says the same. */
export function formatRoute(route: Route): string {
  const search = new URLSearchParams()
  for (const name of texts) if (route[name] !== startRoute[name]) search.set(name, route[name])
  for (const tag of route.tags) search.append('tag', tag)
  if (route.expired) search.set('expired', '')
  const asked = search.toString().replace(/expired=$/, 'expired')
  return `#/${route.tab}${asked === '' ? '' : `?${asked}`}`
}

/** Whether it asks for some of the records only. */
export function isNarrowed({ project, kind, status, tags }: Route): boolean {
  return project !== '' || kind !== '' || status !== '' || tags.length > 0
}
