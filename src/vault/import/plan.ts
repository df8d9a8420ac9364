/**
 * Who becomes which record: found out for all things of a source before the first is written, so that links, also those
 * that point ahead, can be given the ids that their targets will have. Holds names and ids, never a text.
 */
import { isId, slugify, withSuffix } from '../../record/ids.ts'
import { firstTitle } from '../../record/outline.ts'
import { makeNameIndex, type Place } from './name-index.ts'
import type { RecordItem } from './source.ts'

export interface Planned extends Place {
  names: readonly string[]
  /** What the source calls the thing that it took the place of. */
  supersedes: string | undefined
}

/** What a plan must know of the vault. */
export interface Stored {
  /** Id of the record that was imported from there. */
  findByOrigin(project: string, origin: string): string | undefined
  isTaken(project: string, id: string): boolean
}

export interface Renamed {
  origin: string
  /** The id in the source. */
  from: string
  id: string
}

export interface Plan {
  /** The place of an item that is to go into the project: the same one however often it is asked for. */
  place(item: RecordItem, project: string): Planned
  /** Takes over the place that a thing had in an earlier run. */
  keep(origin: string, planned: Planned): void
  /** What is called so, in the project before others. */
  resolve(name: string, project: string): Place | undefined
  /** Id of the record that takes the place of this one. */
  findSuccessor(place: Place): string | undefined
  /** How many things have a place. */
  readonly size: number
  /** Those whose id could not stay. */
  readonly renamed: readonly Renamed[]
}

/** @param ownIds whether an id of ours that is taken already means that very record */
export function makePlan(stored: Stored, ownIds: boolean): Plan {
  const planned = new Map<string, Planned>()
  const names = makeNameIndex()
  const renamed: Renamed[] = []
  const ids = makeIds(stored, ownIds)
  let successors: Map<string, string> | undefined

  const add = (origin: string, entry: Planned): Planned => {
    planned.set(origin, entry)
    ids.take(entry)
    for (const name of [entry.id, ...entry.names]) names.add(name, entry)
    return entry
  }
  return {
    place: (item, project) => {
      const there = planned.get(item.origin)
      if (there !== undefined) return there
      const { origin, record } = item
      const id = ids.choose(item, project)
      const isRenamed = record.id !== undefined && record.id !== id
      if (isRenamed) renamed.push({ origin: item.at ?? origin, from: record.id ?? '', id })
      const called = [...(isRenamed ? [record.id ?? ''] : []), ...(item.names ?? [])]
      return add(origin, { project, id, names: called, supersedes: record.supersedes })
    },
    keep: (origin, entry) => {
      if (!planned.has(origin)) add(origin, entry)
    },
    resolve: names.find,
    findSuccessor: (place) => {
      successors ??= findSuccessors(planned.values(), names.find)
      return successors.get(keyOf(place))
    },
    get size() {
      return planned.size
    },
    renamed,
  }
}

function findSuccessors(all: Iterable<Planned>, resolve: Plan['resolve']): Map<string, string> {
  const found = new Map<string, string>()
  for (const { project, id, supersedes } of all) {
    const place = supersedes === undefined ? undefined : resolve(supersedes, project)
    if (place?.project === project && place.id !== id) found.set(keyOf(place), id)
  }
  return found
}

/** Gives out ids, each once. */
function makeIds(stored: Stored, ownIds: boolean) {
  const taken = new Set<string>()
  const suffixes = new Map<string, number>()
  /** Counts on from where the last search ended: of thousands that are called alike each number is tried once. */
  const withNumber = (project: string, slug: string): string => {
    const key = keyOf({ project, id: slug })
    for (let n = suffixes.get(key) ?? 2; ; n++) {
      const id = withSuffix(slug, n)
      if (taken.has(keyOf({ project, id })) || stored.isTaken(project, id)) continue
      suffixes.set(key, n + 1)
      return id
    }
  }
  return {
    take: (place: Place): void => {
      taken.add(keyOf(place))
    },
    choose: (item: RecordItem, project: string): string => {
      const isLeft = (id: string | undefined): id is string => id !== undefined && !taken.has(keyOf({ project, id }))
      const { id: wanted } = item.record
      const own = ownIds && wanted !== undefined && isId(wanted) ? wanted : undefined
      const known = stored.findByOrigin(project, item.origin)
      const slugs = toSlugs(item, ownIds)
      const free = slugs.find((id) => isLeft(id) && !stored.isTaken(project, id))
      return [own, known].find(isLeft) ?? free ?? withNumber(project, slugs.at(-1) ?? 'x')
    },
  }
}

/** An id stays as it is where it can, and is made legal where it cannot; one that was meant for us is not guessed at. */
function toSlugs({ record, idsFrom, origin }: RecordItem, ownIds: boolean): string[] {
  if (record.id !== undefined && isId(record.id)) return [record.id]
  if (record.id !== undefined && !ownIds) return [slugify(record.id)]
  return (idsFrom ?? [record.title ?? firstTitle(record.body) ?? origin]).map(slugify)
}

function keyOf({ project, id }: Place): string {
  return `${project}/${id}`
}
