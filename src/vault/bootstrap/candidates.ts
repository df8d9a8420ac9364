/**
 * What a brief may tell, part by part and best first: what fits the path and the query, what fits one of them, then the
 * rest in the order of `rank` and of the newest. The order is that of the search and of the listings; nothing is ranked here.
 */
import { findKeys } from '../../projections/index/brief-rows.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { noNarrowing } from '../../record/narrowing.ts'
import { matchesAnyPattern } from '../../record/path-patterns.ts'
import type { Kind, Status } from '../../record/vocabulary.ts'
import { isFlaggedStale } from '../../retrieval/hit.ts'
import type { Scope, SearchReader, UnplacedRow } from '../../retrieval/port.ts'
import { findNamedSlice, mixKinds, sliceKinds } from './slice.ts'

/** Why a record stands where it does. */
export const places = ['slug', 'path and query', 'path', 'query', 'order'] as const
export type Place = (typeof places)[number]

export interface BriefCandidate {
  id: string
  projectId: string
  kind: Kind
  title: string
  status: Status
  updated: string
  severity?: string
  pathPatterns: string[]
  expired?: true
  flaggedStale?: true
  body: string
  place: Place
}

/** The candidates of one part, and how many records there are for it. */
export interface BriefList {
  candidates: BriefCandidate[]
  total: number
}

export interface BriefLists {
  slice: BriefList
  /** The newest summary of a session: where the work was left. */
  session: BriefList
  traps: BriefList
  decisions: BriefList
  /** Whether the slug named anything; true when there was none. */
  isSlugKnown: boolean
}

export interface CandidateInput {
  db: IndexDatabase
  reader: SearchReader
  project: string
  /** Relative to the project's root. */
  path: string | undefined
  slug: string | undefined
  /** Ids of what a search for the query found, best first. */
  found: readonly string[]
  now: number
}

/** More than a session reads of one part; a longer list is what a search is for. */
const mostOfPart = 20
const mostOfSlice = 9

const trapStatuses: readonly Status[] = ['active']
const decisionStatuses: readonly Status[] = ['active', 'shipped']
const sliceStatuses: readonly Status[] = ['active', 'doing', 'blocked']

/** What the search of a brief looks at. */
export const briefKinds: readonly Kind[] = ['trap', 'decision', ...sliceKinds]
export const briefStatuses: readonly Status[] = [...new Set([...decisionStatuses, ...sliceStatuses])]

/** All of it is read at once, so that it is of one state: what has changed since the search is as it is now. */
export function findCandidates(input: CandidateInput): BriefLists {
  const lists = listAll(input)
  const part = (kinds: readonly Kind[], statuses: readonly Status[], list: Listed): BriefList => ({
    candidates: join(input, { kinds, statuses, ...lists, list: list.rows }).slice(0, mostOfPart),
    total: list.total,
  })
  const { slice, isSlugKnown } = findActiveSlice(input, lists)
  return {
    slice,
    session: { candidates: lists.session.map((row) => toCandidate(row, 'order')), total: lists.session.length },
    traps: part(['trap'], trapStatuses, lists.traps),
    decisions: part(['decision'], decisionStatuses, lists.decisions),
    isSlugKnown,
  }
}

interface Listed {
  rows: readonly UnplacedRow[]
  total: number
}

type Lists = ReturnType<typeof listAll>

/** Traps by how often they came up, all others by how new they are (reference 3.6 and 3.10). */
function listAll(input: CandidateInput) {
  const { db, reader, project, path, found, now } = input
  const others = briefKinds.filter((kind) => kind !== 'trap')
  const onPath =
    path === undefined
      ? []
      : [
          ...list(input, { kinds: ['trap'], statuses: trapStatuses, path, sort: 'occurrences' }).rows,
          ...list(input, { kinds: others, statuses: briefStatuses, path, sort: 'updated' }).rows,
        ]
  return {
    found: reader.loadUnplaced(findKeys(db, project, found), now),
    onPath,
    traps: list(input, { kinds: ['trap'], statuses: trapStatuses, sort: 'occurrences' }),
    decisions: list(input, { kinds: ['decision'], statuses: decisionStatuses, sort: 'updated' }),
    // Earlier ones are history, which is what a timeline is for.
    session: list(input, { kinds: ['session'], statuses: 'live', sort: 'updated', limit: 1 }).rows,
    // Of each kind, so that many specs do not hide the one plan; expired ones are told as such.
    slice: sliceKinds.map((kind) =>
      list(input, {
        ...{ kinds: [kind], statuses: sliceStatuses, sort: 'updated' },
        ...{ includeExpired: true, limit: mostOfSlice },
      }),
    ),
  }
}

type ListChoice = Pick<Scope, 'kinds' | 'statuses'> & {
  sort: 'occurrences' | 'updated'
  path?: string
  includeExpired?: boolean
  limit?: number
}

function list({ reader, project, now }: CandidateInput, choice: ListChoice): Listed {
  const { kinds, statuses, sort, path, includeExpired = false, limit = mostOfPart } = choice
  const scope: Scope = {
    ...{ projects: [project], kinds, excludedKinds: [], statuses },
    ...{ ...noNarrowing, path, includeExpired, asOf: undefined, now },
  }
  const { keys, total } = reader.list({ scope, sort, match: undefined, limit, offset: 0 })
  return { rows: reader.loadUnplaced(keys, now), total }
}

interface Sources {
  kinds: readonly Kind[]
  statuses: readonly Status[]
  found: readonly UnplacedRow[]
  onPath: readonly UnplacedRow[]
  list: readonly UnplacedRow[]
}

/** Each record once, at its best place. */
function join({ path }: CandidateInput, { kinds, statuses, found, onPath, list }: Sources): BriefCandidate[] {
  const fits = ({ kind, status }: UnplacedRow) => kinds.includes(kind) && statuses.includes(status)
  const asked = found.filter((row) => fits(row) && !row.expired)
  const isOnPath = ({ pathPatterns }: UnplacedRow) => path !== undefined && matchesAnyPattern(pathPatterns, path)
  return distinct([
    ...asked.filter(isOnPath).map((row) => toCandidate(row, 'path and query')),
    ...onPath.filter(fits).map((row) => toCandidate(row, 'path')),
    ...asked.map((row) => toCandidate(row, 'query')),
    ...list.map((row) => toCandidate(row, 'order')),
  ])
}

function distinct(candidates: readonly BriefCandidate[]): BriefCandidate[] {
  const first = new Map<string, BriefCandidate>()
  for (const candidate of candidates) if (!first.has(candidate.id)) first.set(candidate.id, candidate)
  return [...first.values()]
}

function findActiveSlice(input: CandidateInput, lists: Lists): { slice: BriefList; isSlugKnown: boolean } {
  const named = findNamedSlice(input)
  if (named !== undefined && named.length > 0) {
    const candidates = mixKinds(named.map((row) => toCandidate(row, 'slug')))
    return { slice: { candidates, total: candidates.length }, isSlugKnown: true }
  }
  const list = lists.slice.flatMap(({ rows }) => rows)
  const candidates = join(input, { kinds: sliceKinds, statuses: sliceStatuses, ...lists, list })
  const total = lists.slice.reduce((sum, part) => sum + part.total, 0)
  return { slice: { candidates: mixKinds(candidates).slice(0, mostOfSlice), total }, isSlugKnown: named === undefined }
}

function toCandidate(row: UnplacedRow, place: Place): BriefCandidate {
  const { id, project: projectId, kind, title, status, updated, severity, pathPatterns, expired, body } = row
  return {
    ...{ id, projectId, kind, title, status, updated, pathPatterns, body, place },
    ...(severity !== undefined && { severity }),
    ...(expired && { expired: true }),
    ...(isFlaggedStale(row) && { flaggedStale: true }),
  }
}
