/** One search: query and scope in, an answer out. Pure but for the reader; counts no use of what it returns. */

import type { Ports } from '../lib/ports.ts'
import { makeSnippet } from '../lib/snippet.ts'
import type { Narrowing } from '../record/narrowing.ts'
import { ephemeralKinds, hitEligibleKinds, type Kind, type Sort, type Status } from '../record/vocabulary.ts'
import { type Abstention, explainNothing } from './abstain.ts'
import type { ArmRank, Candidate, Factor } from './candidate.ts'
import { type ScoreExplain, toScoreExplain } from './explain.ts'
import { queryTerms, toKeywordMatch } from './match.ts'
import { rankQuery, type Trace } from './pipeline.ts'
import type { RecordRow, Scope, SearchReader } from './port.ts'
import type { Profile } from './profiles.ts'
import { parseQuery, type Query } from './query.ts'

export interface SearchRequest extends Narrowing {
  query: string
  /** Undefined: every project. */
  projects: readonly string[] | undefined
  kinds: readonly Kind[] | undefined
  statuses: readonly Status[] | undefined
  includeScratch: boolean
  includeExpired: boolean
  /** Milliseconds since the epoch. */
  asOf: number | undefined
  sort: Sort
  limit: number
  offset: number
  explain: boolean
  /** The last word is still being typed. */
  prefixLast: boolean
}

export interface Hit {
  id: string
  projectId: string
  kind: Kind
  status: Status
  title: string
  tags: string[]
  pathPatterns: string[]
  filepath: string
  /** Lines of the body that the snippet shows, 1-based, both included. */
  lines: [number, number]
  snippet: string
  /** Orders this list; not comparable with the scores of another. */
  score: number
  hits: number
  lastHit?: string
  occurrences: number
  lastSeen: string
  severity?: string
  created: string
  updated: string
  expired?: true
  supersededBy?: string
  flaggedStale?: true
  explain?: ScoreExplain
  why?: Why
}

/** The factors that the place in the list was made of. */
export interface Why {
  arms: readonly ArmRank[]
  fused: number
  factors: readonly Factor[]
  score: number
}

export interface Answer {
  hits: Hit[]
  /** Records that matched; with a limit, more than are shown. */
  total: number
  /** How many matching records are not shown. */
  truncated: number
  /** How to make a long list shorter; null when nothing was left out. */
  narrowHint: string | null
  abstained: Abstention | null
  trace?: Trace
}

export interface SearchPorts {
  reader: SearchReader
  profile: Profile
  ports: Ports
}

/** Marked possibly stale once three say so and they outnumber those who were helped (reference 3.4). */
const staleFlagFloor = 3

export function search(request: SearchRequest, { reader, profile, ports }: SearchPorts): Answer {
  const query = parseQuery(request.query, { prefixLast: request.prefixLast })
  const scope = toScope(request, request.asOf ?? ports.now())
  const isListing = query.empty === 'blank' || query.empty === 'star' || request.sort !== 'relevance'
  const found = isListing
    ? listRecords(request, query, scope, reader)
    : rank(request, { query, scope, reader, profile, ports })
  const rows = reader.load(found.keys, scope.asOf ?? scope.now)
  const hits = rows.map((row) => toHit(row, { request, query, candidate: found.candidates.get(row.key) }))
  const shown = request.offset + hits.length
  return {
    hits,
    total: found.total,
    truncated: Math.max(0, found.total - shown),
    narrowHint: found.total > shown ? toNarrowHint(request, rows) : null,
    abstained: found.total === 0 ? explainNothing(query, scope, reader) : null,
    ...(request.explain && found.trace !== undefined && { trace: found.trace }),
  }
}

/** The scope of a request: closed and passing records stay out unless asked for (seed "Search defaults and filters"). */
export function toScope(request: SearchRequest, now: number): Scope {
  const { projects, tags, layer, path, facets, entity, source, trust, since, until, includeExpired, asOf } = request
  const counted = defaultKinds(request.sort)
  return {
    projects,
    kinds: request.kinds ?? counted,
    excludedKinds: request.kinds === undefined ? excludedKinds(request) : [],
    statuses: request.statuses ?? (counted === undefined ? 'live' : ['active']),
    ...{ tags, layer, path, facets, entity, source, trust, since, until },
    includeExpired,
    asOf,
    now,
  }
}

/** Orders by a counter look at the kinds that have it. */
function defaultKinds(sort: Sort): readonly Kind[] | undefined {
  if (sort === 'occurrences') return ['trap']
  return sort === 'hits' ? hitEligibleKinds : undefined
}

function excludedKinds({ projects, includeScratch }: SearchRequest): readonly Kind[] {
  const passing: readonly Kind[] = projects === undefined ? ephemeralKinds : ['scratch']
  return includeScratch ? passing.filter((kind) => kind !== 'scratch') : passing
}

interface Found {
  keys: number[]
  candidates: ReadonlyMap<number, Candidate>
  total: number
  trace: Trace | undefined
}

function listRecords({ sort, limit, offset }: SearchRequest, query: Query, scope: Scope, reader: SearchReader): Found {
  const match = listMatch(query, scope, reader)
  const { keys, total } = reader.list({ scope, sort: sort === 'relevance' ? 'updated' : sort, match, limit, offset })
  return { keys, candidates: new Map(), total, trace: undefined }
}

/** One query language for every sort: all terms if some record in scope holds them, else any of them. */
function listMatch(query: Query, scope: Scope, reader: SearchReader): string | undefined {
  const match = toKeywordMatch(query)
  if (match === undefined) return undefined
  return reader.hasMatch(match.allTerms, scope) ? match.allTerms : match.anyTerm
}

function rank(request: SearchRequest, input: SearchPorts & { query: Query; scope: Scope }): Found {
  const { candidates, found, trace } = rankQuery({ ...input, limit: request.limit, offset: request.offset })
  return {
    keys: candidates.map(({ key }) => key),
    candidates: new Map(candidates.map((candidate) => [candidate.key, candidate])),
    total: found,
    trace,
  }
}

interface HitInput {
  request: SearchRequest
  query: Query
  candidate: Candidate | undefined
}

function toHit(row: RecordRow, { request, query, candidate }: HitInput): Hit {
  const snippet = makeSnippet(row.body, queryTerms(query))
  const flagged = row.stale >= staleFlagFloor && row.stale > row.helpful
  return {
    id: row.id,
    projectId: row.project,
    kind: row.kind,
    status: row.status,
    title: row.title,
    tags: row.tags,
    pathPatterns: row.pathPatterns,
    filepath: row.filepath,
    lines: [snippet.line, snippet.endLine],
    snippet: snippet.text,
    score: candidate?.score ?? 0,
    hits: row.hits,
    ...(row.lastHit !== undefined && { lastHit: row.lastHit }),
    occurrences: row.occurrences,
    lastSeen: row.lastSeen ?? row.updated,
    ...(row.severity !== undefined && { severity: row.severity }),
    created: row.created,
    updated: row.updated,
    ...(row.expired && { expired: true as const }),
    ...(row.supersededBy !== undefined && { supersededBy: row.supersededBy }),
    ...(flagged && { flaggedStale: true as const }),
    ...(request.explain && toExplanation(row, request, candidate)),
  }
}

function toExplanation(row: RecordRow, request: SearchRequest, candidate: Candidate | undefined) {
  const counter = request.sort === 'hits' ? row.hits : request.sort === 'occurrences' ? row.occurrences : undefined
  const explain = toScoreExplain({ row, candidate, pathMatched: request.path !== undefined, counter })
  if (candidate === undefined) return { explain }
  const { arms, fused, factors, score } = candidate
  return { explain, why: { arms, fused, factors, score } }
}

/** Names the filter that would shorten the list most surely: the one not used yet. */
function toNarrowHint({ kinds, tags, path }: SearchRequest, rows: readonly RecordRow[]): string {
  const kind = rows[0]?.kind
  if (kinds === undefined && kind !== undefined) return `add --kind (the best hit is a ${kind})`
  if (tags.length === 0 && rows.some((row) => row.tags.length > 0)) return 'add --tag'
  return path === undefined ? 'add --path' : 'add a word to the query'
}
