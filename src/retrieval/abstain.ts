/**
 * Why there is nothing: an empty answer always says whether the thing was never known, or is known and out of reach of
 * this search, and where it is then.
 */
import { noNarrowing } from '../record/narrowing.ts'
import { toKeywordMatch } from './match.ts'
import type { RecordRow, Scope, SearchReader } from './port.ts'
import type { Query } from './query.ts'

export type AbstainReason =
  | 'never_known'
  | 'superseded'
  | 'archived'
  | 'expired'
  | 'out_of_scope'
  | 'no_terms'
  | 'nothing_in_scope'
  | 'ignored_path'

export interface Abstention {
  reason: AbstainReason
  hint: string
  /** Records outside this scope that the query matches, at most three. */
  pointers?: { id: string; projectId: string; kind: string; title: string }[]
}

const pointerLimit = 3

export function explainNothing(query: Query, scope: Scope, reader: SearchReader): Abstention {
  if (query.empty === 'symbols') {
    return { reason: 'no_terms', hint: 'the query holds no word to search for; put a word or an identifier in it' }
  }
  const match = toKeywordMatch(query)?.anyTerm
  if (match === undefined) return nothingInScope
  return (
    (scope.statuses === 'live' ? findWider(match, { ...scope, statuses: 'any' }, reader, closed) : undefined) ??
    findWider(match, { ...scope, includeExpired: true, asOf: undefined }, reader, tellTime(scope)) ??
    findWider(match, everywhere(scope), reader, outOfScope) ?? {
      reason: 'never_known',
      hint: 'nothing in this vault holds these words; try fewer or other words',
    }
  )
}

const nothingInScope: Abstention = {
  reason: 'nothing_in_scope',
  hint: 'no record passes these filters; drop one, or search all projects with --all',
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
    asOf: undefined,
  }
}

type Teller = (rows: RecordRow[]) => Omit<Abstention, 'pointers'>

function findWider(match: string, scope: Scope, reader: SearchReader, tell: Teller): Abstention | undefined {
  const keys = reader.rankKeyword(match, scope, pointerLimit).map(({ key }) => key)
  if (keys.length === 0) return undefined
  const rows = reader.load(keys, scope.now)
  const pointers = rows.map(({ id, project, kind, title }) => ({ id, projectId: project, kind, title }))
  return { ...tell(rows), pointers }
}

function closed(rows: RecordRow[]): Omit<Abstention, 'pointers'> {
  const reason = rows[0]?.status === 'superseded' ? 'superseded' : 'archived'
  const successor = rows[0]?.supersededBy
  const hint =
    reason === 'superseded' && successor !== undefined
      ? `what matches was superseded; read ${successor} instead, or add --status superseded`
      : `what matches is ${reason}; add --status ${reason} to see it`
  return { reason, hint }
}

function tellTime({ asOf }: Scope): Teller {
  return () =>
    asOf === undefined
      ? { reason: 'expired', hint: 'what matches has expired; add --include-expired to see it' }
      : { reason: 'out_of_scope', hint: 'what matches was not in force at that time; drop --as-of to see it' }
}

function outOfScope(rows: RecordRow[]): Omit<Abstention, 'pointers'> {
  const projects = [...new Set(rows.map(({ project }) => project))].join(', ')
  return {
    reason: 'out_of_scope',
    hint: `records outside these filters match (in ${projects}); widen them, or add --all`,
  }
}
