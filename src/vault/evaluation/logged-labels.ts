/**
 * Queries with their answers as the vault's own log tells them: what was searched for, and what was used after it. Such
 * labels favour what the ranking of then showed; a record that nobody was shown is nobody's answer.
 */
import type { EventHeader, StoredEvent } from '../../events/schema.ts'
import type { LabelledQuery } from './labelled-query.ts'

/** A use this long after a search of its session is not laid to that search any more. */
const windowMs = 30 * 60_000

interface Search {
  query: string
  /** Undefined: all. */
  projects: readonly string[] | undefined
  ids: readonly string[]
  atMs: number
}

type Told = Extract<StoredEvent, { type: 'query.logged' | 'record.hit' }>

interface Use {
  record: string
  project: string
  search: Search
}

/** Labels of grade 1, query by query in the order in which they were first asked. Needs whole logs, in any order. */
export function toLoggedLabels(events: Iterable<StoredEvent>): LabelledQuery[] {
  const asked = new Map<string, { search: Search; records: Set<string> }>()
  for (const { record, search } of findUses([...pickUses(events)].sort(byOrder))) {
    const key = JSON.stringify([search.query, search.projects ?? '*'])
    const known = asked.get(key) ?? { search, records: new Set() }
    known.records.add(record)
    asked.set(key, known)
  }
  return [...asked.values()].map(({ search: { query, projects }, records }, index) => ({
    line: index + 1,
    query,
    labels: new Map([...records].map((record) => [toLabel(record, projects), 1])),
    projects: projects ?? 'all',
  }))
}

/** The rest of the log need not fit into memory. */
function* pickUses(events: Iterable<StoredEvent>): Generator<Told> {
  for (const event of events) if (event.type === 'query.logged' || event.type === 'record.hit') yield event
}

function byOrder(a: EventHeader, b: EventHeader): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  return a.writer < b.writer ? -1 : 1
}

/** Within one project the id alone is its name. */
function toLabel(record: string, projects: readonly string[] | undefined): string {
  return projects?.length === 1 ? record.slice(record.indexOf('/') + 1) : record
}

function findUses(events: readonly Told[]): Use[] {
  const byQuery = new Map<string, Search>()
  const bySession = new Map<string, Search[]>()
  const uses: Use[] = []
  for (const event of events) {
    if (event.type === 'query.logged') {
      const { query, projects, ids, session } = event.data
      const search = { query, projects, ids, atMs: Date.parse(event.at) }
      byQuery.set(query, search)
      if (session !== undefined) bySession.set(session, [...(bySession.get(session) ?? []), search])
      continue
    }
    if (event.data.via === 'bootstrap') continue
    const { project, id, query, session } = event.data
    const use = { project, record: `${project}/${id}` }
    const search =
      query === undefined
        ? findSearch(bySession.get(session ?? '') ?? [], { ...use, atMs: Date.parse(event.at) })
        : toSearch(query.trim(), project, byQuery)
    if (search !== undefined) uses.push({ ...use, search })
  }
  return uses
}

/** The use says itself what was searched for; where it was searched only a logged search knows. */
function toSearch(query: string, project: string, byQuery: ReadonlyMap<string, Search>): Search | undefined {
  const logged = byQuery.get(query)
  if (logged !== undefined && covers(logged, project)) return logged
  return query === '' ? undefined : { query, projects: [project], ids: [], atMs: 0 }
}

/** Of the searches shortly before: the last that showed the record, else the last. */
function findSearch(searches: readonly Search[], use: { project: string; record: string; atMs: number }) {
  const near = searches.filter((search) => {
    const age = use.atMs - search.atMs
    return age >= 0 && age <= windowMs && covers(search, use.project)
  })
  return near.findLast(({ ids }) => ids.includes(use.record)) ?? near.at(-1)
}

function covers({ projects }: Search, project: string): boolean {
  return projects === undefined || projects.includes(project)
}
