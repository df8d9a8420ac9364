/** What became of one record in a search: shown, or left out at which step and why. Told from what the search itself noted. */
import { noNarrowing } from '../record/narrowing.ts'
import type { Candidate } from './candidate.ts'
import { toKeywordMatch } from './match.ts'
import type { Ranking } from './pipeline.ts'
import type { Scope, SearchReader } from './port.ts'
import type { Query } from './query.ts'
import type { WatchedStep } from './watch.ts'
import type { Why } from './why.ts'

export const outcomes = [
  'shown',
  'below_limit',
  'cut_off',
  'left_out',
  'unranked',
  'not_matched',
  'out_of_scope',
] as const

export interface Fate {
  outcome: (typeof outcomes)[number]
  /** One sentence. */
  reason: string
  /** In the whole list, from 1; null where it is not in it. */
  place: number | null
  /** Where it stood after each step. */
  steps: WatchedStep[]
  /** What its score was made of, if any arm found it. */
  why?: Why
}

export interface FateInput {
  key: number
  ranking: Ranking
  query: Query
  scope: Scope
  reader: SearchReader
  limit: number
  offset: number
  explain(candidate: Candidate): Why | undefined
}

/** Undefined for a search that followed no record. */
export function toFate(input: FateInput): Fate | undefined {
  const { watched } = input.ranking
  if (watched === undefined) return undefined
  const { steps, candidate } = watched
  if (candidate === undefined) return { ...toUnfound(input), place: null, steps }
  const why = input.explain(candidate)
  return { ...toFound(input, steps), steps, ...(why !== undefined && { why }) }
}

type Told = Pick<Fate, 'outcome' | 'reason' | 'place'>

function toFound({ limit, offset }: FateInput, steps: readonly WatchedStep[]): Told {
  const place = steps.findLast(({ stage }) => stage !== 'limit')?.place ?? null
  const lost = steps.find((step) => step.place === null)?.stage
  if (lost === undefined) return { outcome: 'shown', reason: `it stands at place ${place}`, place }
  if (lost === 'limit') {
    const reason = `it stands at place ${place}, and places ${offset + 1} to ${offset + limit} are shown`
    return { outcome: 'below_limit', reason, place }
  }
  if (lost === 'cutoff') {
    const reason = 'the scores fall off above it, and the profile ends the list there'
    return { outcome: 'cut_off', reason, place: null }
  }
  return { outcome: 'left_out', reason: `the step ${lost} left it out`, place: null }
}

function toUnfound({ key, query, scope, reader }: FateInput): Omit<Told, 'place'> {
  if (!isIn(reader, key, scope)) return { outcome: 'out_of_scope', reason: tellScope(key, scope, reader) }
  const match = toKeywordMatch(query)?.anyTerm
  if (match !== undefined && reader.keepMatching(match, [key]).has(key)) {
    return { outcome: 'unranked', reason: 'it holds words of the query, and no arm ranked it among those it looks at' }
  }
  return { outcome: 'not_matched', reason: 'no arm found anything of the query in it' }
}

/** The one thing that keeps it out, if it is one. */
function tellScope(key: number, scope: Scope, reader: SearchReader): string {
  const { since, until } = scope
  const ways: [Scope, string][] = [
    [{ ...scope, statuses: 'any' }, 'it is closed, or of another status than was asked for'],
    [{ ...scope, includeExpired: true }, 'it is expired, or does not hold now'],
    [{ ...scope, projects: undefined }, 'it is of another project'],
    [{ ...scope, kinds: undefined, excludedKinds: [] }, 'its kind is not looked at'],
    [{ ...scope, since: undefined, until: undefined }, 'it is of another time'],
    [{ ...scope, ...noNarrowing, since, until }, 'a filter leaves it out'],
  ]
  const way = ways.find(([wider]) => isIn(reader, key, wider))
  return way?.[1] ?? 'it is outside the scope of this search for several reasons'
}

function isIn(reader: SearchReader, key: number, scope: Scope): boolean {
  return reader.inOrder([key], scope, 1).length > 0
}
