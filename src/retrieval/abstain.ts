/**
 * Why there is nothing: an empty answer always says whether the thing was never known, or is known and out of reach of
 * this search, and where it is then.
 */

import { toStem } from '../lib/fold.ts'
import { isNarrowed, noNarrowing } from '../record/narrowing.ts'
import { closedStatuses } from '../record/vocabulary.ts'
import { toKeywordMatch } from './match.ts'
import type { Ranking } from './pipeline.ts'
import type { RecordRow, Scope, SearchReader } from './port.ts'
import { includedTerms, type Query } from './query.ts'
import { isWeak } from './weakness.ts'

export type AbstainReason =
  | 'never_known'
  | 'superseded'
  | 'archived'
  | 'expired'
  | 'forgotten'
  | 'out_of_scope'
  | 'no_terms'
  | 'nothing_in_scope'
  | 'ignored_path'
  | 'other_mode'
  | 'weak'

export interface Abstention {
  reason: AbstainReason
  hint: string
  /** Records outside this scope that the query matches or that these filters fit, at most three. */
  pointers?: Pointer[]
}

export interface Pointer {
  id: string
  projectId: string
  kind: string
  title: string
  supersededBy?: string
}

const pointerLimit = 3

export function explainNothing(query: Query, scope: Scope, reader: SearchReader): Abstention {
  if (query.empty === 'symbols') {
    return { reason: 'no_terms', hint: 'the query holds no word to search for; put a word or an identifier in it' }
  }
  const match = toKeywordMatch(query)?.anyTerm
  if (match !== undefined && reader.hasMatch(match, scope)) return foundOtherwise
  const known = findKnown(match, scope, reader) ?? findForgotten(query, scope, reader)
  return known ?? (match === undefined ? nothingInScope : findBeyond(match, scope, reader))
}

/**
 * Why what was found is not likely to answer: the best record holds too little of a question. Undefined where a record
 * holds all of it, where another arm than the words vouches for one, and where operators or phrases say what may answer.
 */
export function explainWeakness(
  { lexical, terms, best, vouched }: Ranking,
  { query, scope, reader }: { query: Query; scope: Scope; reader: SearchReader },
): Abstention | undefined {
  if (lexical === undefined || best === undefined || lexical.holdsAll || vouched || query.strict) return undefined
  const { key, arms } = best
  const raw = arms.find(({ arm }) => arm === 'keyword')?.raw ?? 0
  const text = reader.taggedTexts([key]).get(key) ?? ''
  if (!isWeak(query.text, { terms, best: { key, raw, text }, statistics: reader.statistics() })) return undefined
  const unknown = lexical.unknown.map((word) => `"${word}"`).join(', ')
  const why = unknown === '' ? 'no record here holds much of this' : `no record holds ${unknown}`
  const hint = `${why}, so these are the nearest and may not answer`
  const known = findWhole(query, scope, reader)
  if (known === undefined) return { reason: 'weak', hint }
  return { ...known, reason: 'weak', hint: `${hint}; ${known.hint}` }
}

/** Records outside this search that hold all of it: closed ones, those not in force, those elsewhere. */
function findWhole(query: Query, scope: Scope, reader: SearchReader): Abstention | undefined {
  const match = toKeywordMatch(query)?.allTerms
  if (match === undefined) return undefined
  return findKnown(match, scope, reader) ?? findWider(match, everywhere(scope), reader, tellOutOfScope)
}

/** Records match, and the settings ask for more than a word in common. */
export function explainUnlike(query: Query, scope: Scope, reader: SearchReader): Abstention {
  const match = toKeywordMatch(query)?.anyTerm
  const hint =
    'what matches is less alike to the query than embeddings.minSimilarity asks for; lower it, or use other words'
  return {
    reason: 'out_of_scope',
    hint,
    ...(match !== undefined && findWider(match, scope, reader, () => ({ reason: 'out_of_scope', hint }))),
  }
}

/** What the same filters fit once closed records and those not in force may answer too. */
function findKnown(match: string | undefined, scope: Scope, reader: SearchReader): Abstention | undefined {
  const closed = withClosed(scope)
  const steps: [Scope | undefined, Teller][] = [
    [closed, tellClosed],
    [{ ...scope, includeExpired: true }, tellTime(scope)],
    [closed && { ...closed, includeExpired: true }, tellClosed],
  ]
  for (const [wider, tell] of steps) {
    const found = wider && findWider(match, wider, reader, tell)
    if (found !== undefined) return found
  }
  return undefined
}

/** Of a forgotten record nothing is left to match but its id, so all words of the query must stand in that. */
function findForgotten(query: Query, { projects }: Scope, reader: SearchReader): Abstention | undefined {
  const wanted = includedTerms(query).flatMap(({ text }) => toIdWords(text))
  if (wanted.length === 0) return undefined
  const found = reader.forgotten().find(({ project, id }) => {
    const words = new Set(toIdWords(id))
    return (projects === undefined || projects.includes(project)) && wanted.every((word) => words.has(word))
  })
  if (found === undefined) return undefined
  const hint = `${found.project}/${found.id} was forgotten, and nothing of it is served; the log says when and why`
  return { reason: 'forgotten', hint }
}

function toIdWords(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(toStem)
}

const nothingInScope: Abstention = {
  reason: 'nothing_in_scope',
  hint: 'no record passes these filters; drop one, or search all projects with --all',
}

const foundOtherwise: Abstention = {
  reason: 'other_mode',
  hint: 'records in scope hold these words, and the arms that were asked rank none of them; drop --mode or --profile',
}

/** What the words say nothing of: whether these filters fit closed records only, then whether the words stand elsewhere. */
function findBeyond(match: string, scope: Scope, reader: SearchReader): Abstention {
  const closed = isNarrowed(scope) && isEmpty(scope, reader) ? withClosed(scope) : undefined
  return (
    (closed && findWider(undefined, { ...closed, includeExpired: true }, reader, tellOnlyClosed)) ??
    findWider(match, everywhere(scope), reader, tellOutOfScope) ?? {
      reason: 'never_known',
      hint: 'nothing in this vault holds these words; try fewer or other words',
    }
  )
}

/** The same scope, and in it the closed records that were not asked for; undefined when they were. */
function withClosed(scope: Scope): Scope | undefined {
  const { statuses } = scope
  if (statuses === 'any') return undefined
  const others = closedStatuses.filter((status) => statuses === 'live' || !statuses.includes(status))
  return others.length === 0 ? undefined : { ...scope, statuses: others }
}

function isEmpty(scope: Scope, reader: SearchReader): boolean {
  return reader.list({ scope, sort: 'updated', match: undefined, limit: 1, offset: 0 }).keys.length === 0
}

function everywhere(scope: Scope): Scope {
  return {
    ...scope,
    ...noNarrowing,
    projects: undefined,
    kinds: undefined,
    excludedKinds: [],
    statuses: 'any',
    includeExpired: true,
  }
}

type Teller = (rows: RecordRow[]) => Omit<Abstention, 'pointers'>

function findWider(
  match: string | undefined,
  scope: Scope,
  reader: SearchReader,
  tell: Teller,
): Abstention | undefined {
  const keys = findSome(match, scope, reader)
  if (keys.length === 0) return undefined
  const rows = reader.load(keys, scope.now)
  return { ...tell(rows), pointers: rows.map(toPointer) }
}

function findSome(match: string | undefined, scope: Scope, reader: SearchReader): number[] {
  if (match !== undefined) return reader.rankKeyword(match, scope, pointerLimit).map(({ key }) => key)
  return reader.list({ scope, sort: 'updated', match, limit: pointerLimit, offset: 0 }).keys
}

function toPointer({ id, project, kind, title, supersededBy }: RecordRow): Pointer {
  return { id, projectId: project, kind, title, ...(supersededBy !== undefined && { supersededBy }) }
}

function tellClosed(rows: RecordRow[]): Omit<Abstention, 'pointers'> {
  const [best] = rows
  const reason = best?.status === 'superseded' ? 'superseded' : 'archived'
  const flags = `--status ${reason}${best?.expired ? ' --include-expired' : ''}`
  const hint =
    reason === 'superseded' && best?.supersededBy !== undefined
      ? `what matches was superseded; read ${best.supersededBy} instead, or add ${flags}`
      : `what matches is ${reason}; add ${flags} to see it`
  return { reason, hint }
}

function tellTime({ asOf }: Scope): Teller {
  return ([best]) => {
    const now = best?.expired ? 'has expired' : 'does not hold yet'
    const then = best?.expired ? 'had expired by then' : 'did not hold then'
    return {
      reason: 'expired',
      hint: `what matches ${asOf === undefined ? now : then}; add --include-expired to see it`,
    }
  }
}

function tellOnlyClosed(rows: RecordRow[]): Omit<Abstention, 'pointers'> {
  const statuses = [...new Set(rows.map(({ status }) => status))]
  const flags = `--status ${statuses.join(',')}${rows.some(({ expired }) => expired) ? ' --include-expired' : ''}`
  return {
    reason: 'out_of_scope',
    hint: `these filters fit no open record, only ${statuses.join(' and ')} ones; add ${flags} to see them`,
  }
}

function tellOutOfScope(rows: RecordRow[]): Omit<Abstention, 'pointers'> {
  const projects = [...new Set(rows.map(({ project }) => project))].join(', ')
  return {
    reason: 'out_of_scope',
    hint: `records outside these filters match (in ${projects}); widen them, or add --all`,
  }
}
