/** One search: query and scope in, an answer out. Pure but for the reader; counts no use of what it returns. */

import { type Awaitable, andThen } from '../lib/awaitable.ts'
import type { Ports } from '../lib/ports.ts'
import type { Narrowing } from '../record/narrowing.ts'
import type { RecordKey } from '../record/record-key.ts'
import { ephemeralKinds, hitEligibleKinds, type Kind, type Mode, type Sort, type Status } from '../record/vocabulary.ts'
import { type Abstention, explainNothing, explainUnlike, explainWeakness } from './abstain.ts'
import type { Arm } from './arms/arm.ts'
import type { Candidate } from './candidate.ts'
import { type Fate, toFate } from './fate.ts'
import { type Hit, toHit } from './hit.ts'
import { withEnd } from './list-end.ts'
import { queryTerms, toKeywordMatch } from './match.ts'
import { type Ranking, rankQuery, type Trace } from './pipeline.ts'
import type { Meaning, RecordRow, Scope, SearchReader } from './port.ts'
import type { Profile } from './profiles.ts'
import { parseQuery, type Query } from './query.ts'
import { costOfReading, type Fitted, fitPage } from './token-budget.ts'

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
  /** Which arms may run; auto when left out. */
  mode?: Mode | undefined
  /** What the hits may take in tokens, by estimate; any number when left out. */
  maxTokens?: number | undefined
  /** Hits are shown as one line each, which costs less. */
  compact?: boolean | undefined
  /** Leave out what most of a hit's cost is, for a list that shows titles alone. */
  withoutSnippets?: true | undefined
  /** Key of a record of which the answer tells what became of it. */
  watch?: number | undefined
}

export interface Answer {
  hits: Hit[]
  /** Records that matched; with a limit, more than are shown. */
  total: number
  /** How many records after this page a longer one would show. */
  truncated: number
  /** How to make a long list shorter; null when nothing was left out. */
  narrowHint: string | null
  /** Why nothing was found, or why what was found is not likely to answer; null for a good answer. */
  abstained: Abstention | null
  /** Set when what was asked for could not be searched in full. */
  degraded: { reason: string } | null
  /** What the hits take, by estimate. */
  tokens: number
  /** What reading all of them in full would take, by estimate. */
  nextTokens: number
  trace?: Trace
  /** Of the record that was to be followed. */
  watched?: Fate
}

export interface SearchPorts {
  reader: SearchReader
  /** Those of the local index, if nobody says. */
  arms?: readonly Arm[]
  profile: Profile
  /** What the query means to the model of the settings, if one was asked. */
  meaning?: Meaning | undefined
  /** Keyword hits must be this alike to the query by the words they share, 0 to 1; undefined: any is. */
  minSimilarity?: number | undefined
  ports: Ports
}

/** What is told of a search in any case. */
export type Degradable = Pick<Answer, 'degraded'>

export type Search<Told extends Degradable> = (request: SearchRequest, given: SearchPorts) => Awaitable<Told>

/** An answer at once, or a promise of it when an arm gives one; those of the local index do not. */
export function search(request: SearchRequest, given: SearchPorts): Awaitable<Answer> {
  const asked = toAsked(request, given)
  return andThen(find(request, given, asked), (found) => toAnswer(request, asked, found))
}

/** What a search finds, best first, and not a word of what the records say. */
export interface FoundNames extends Degradable {
  names: RecordKey[]
}

/** As `search`, for whoever tells of the records in a way of their own: to put an answer together takes a quarter of a search. */
export function searchNames(request: SearchRequest, given: SearchPorts): Awaitable<FoundNames> {
  const asked = toAsked(request, given)
  return andThen(find(request, given, asked), ({ keys, ranking }) => {
    const rows = ranking?.candidates ?? given.reader.load(keys, asked.scope.now)
    return { names: rows.map(({ project, id }) => ({ project, id })), degraded: ranking?.degraded ?? null }
  })
}

interface Asked {
  query: Query
  scope: Scope
  reader: SearchReader
}

function toAsked(request: SearchRequest, { reader, ports }: SearchPorts): Asked {
  const query = parseQuery(request.query, { prefixLast: request.prefixLast })
  return { query, scope: toScope(request, request.asOf ?? ports.now()), reader }
}

function find(request: SearchRequest, given: SearchPorts, { query, scope, reader }: Asked): Awaitable<Found> {
  const isListing = query.empty === 'blank' || query.empty === 'star' || request.sort !== 'relevance'
  return isListing ? listRecords(request, query, scope, reader) : rank(request, { ...given, query, scope })
}

function toAnswer(request: SearchRequest, { query, scope, reader }: Asked, found: Found): Answer {
  const rows = reader.load(found.keys, scope.now)
  const { ranking } = found
  const words = queryTerms(query)
  const page = rows.map((row) =>
    toHit(row, { request, words, candidate: found.candidates.get(row.key), lexical: ranking?.lexical, now: scope.now }),
  )
  const fitted = fitPage(page, { body: rows[0]?.body ?? '', words, request })
  const { hits, tokens } = fitted
  const watched = ranking && findFate(request, ranking, { query, scope, reader })
  const left = Math.max(0, (ranking?.kept ?? found.total) - request.offset - hits.length)
  return {
    hits,
    total: found.total,
    truncated: left,
    narrowHint: left > 0 ? toNarrowHint(request, rows, fitted) : null,
    abstained: explainAbstention(query, scope, reader, found),
    degraded: ranking?.degraded ?? null,
    tokens,
    nextTokens: costOfReading(rows.slice(0, hits.length)),
    ...(request.explain && ranking !== undefined && { trace: toTrace(ranking, request, page, fitted) }),
    ...(watched !== undefined && { watched }),
  }
}

function findFate(request: SearchRequest, ranking: Ranking, found: Asked): Fate | undefined {
  const { watch: key, limit, offset } = request
  if (key === undefined) return undefined
  const { now } = found.scope
  const explain = (candidate: Candidate) => {
    const [row] = found.reader.load([key], now)
    const asked = { request: { ...request, explain: true, withoutSnippets: true as const }, words: [] }
    const input = { ...asked, candidate, lexical: ranking.lexical, now }
    return row && toHit(row, input).why
  }
  return toFate({ key, ranking, ...found, limit, offset, explain })
}

function explainAbstention(query: Query, scope: Scope, reader: SearchReader, found: Found): Abstention | null {
  if (found.ranking !== undefined && found.total === 0 && found.ranking.unlike > 0) {
    return explainUnlike(query, scope, reader)
  }
  if (found.total === 0) return explainNothing(query, scope, reader)
  return (found.ranking && explainWeakness(found.ranking, { query, scope, reader })) ?? null
}

/**
 * The scope of a request: closed and passing records stay out unless asked for (seed "Search defaults and filters").
 * @param now milliseconds since the epoch; `asOf` where the request has one
 */
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
  /** Undefined for a listing. */
  ranking: Ranking | undefined
}

function listRecords({ sort, limit, offset }: SearchRequest, query: Query, scope: Scope, reader: SearchReader): Found {
  const match = listMatch(query, scope, reader)
  const { keys, total } = reader.list({ scope, sort: sort === 'relevance' ? 'updated' : sort, match, limit, offset })
  return { keys, candidates: new Map(), total, ranking: undefined }
}

/** One query language for every sort: all terms if some record in scope holds them, else any of them. */
function listMatch(query: Query, scope: Scope, reader: SearchReader): string | undefined {
  const match = toKeywordMatch(query)
  if (match === undefined) return undefined
  return reader.hasMatch(match.allTerms, scope) ? match.allTerms : match.anyTerm
}

function rank(request: SearchRequest, input: SearchPorts & { query: Query; scope: Scope }): Awaitable<Found> {
  const { limit, offset, mode, explain, watch } = request
  return andThen(rankQuery({ ...input, limit, offset, mode, explain, watch }), toFound)
}

function toFound(ranking: Ranking): Found {
  return {
    keys: ranking.candidates.map(({ key }) => key),
    candidates: new Map(ranking.candidates.map((candidate) => [candidate.key, candidate])),
    total: ranking.found,
    ranking,
  }
}

function toTrace(ranking: Ranking, { offset, maxTokens }: SearchRequest, page: Hit[], { hits, tokens }: Fitted): Trace {
  return withEnd(ranking, { offset, shown: hits.length, omitted: page.length - hits.length, maxTokens, tokens })
}

/** Names the filter that would shorten the list most surely: the one not used yet. */
function toNarrowHint(request: SearchRequest, rows: readonly RecordRow[], { hits, needed }: Fitted): string {
  const { kinds, tags, path } = request
  if (needed !== undefined) return `raise --max-tokens (the first hit takes ${needed})`
  if (hits.length < rows.length) return 'raise --max-tokens'
  const kind = rows[0]?.kind
  if (kinds === undefined && kind !== undefined) return `add --kind (the best hit is a ${kind})`
  if (tags.length === 0 && rows.some((row) => row.tags.length > 0)) return 'add --tag'
  return path === undefined ? 'add --path' : 'add a word to the query'
}
