/** An arm: one ranker. It says whether it can run for a query and returns an ordered candidate list, nothing else. */
import type { Awaitable } from '../../lib/awaitable.ts'
import type { Term } from '../lexical.ts'
import type { Meaning, RankedRow, Scope, SearchReader } from '../port.ts'
import type { Query } from '../query.ts'
import type { NamedEntity } from '../query-entities.ts'

export interface Arm {
  name: string
  /** A prior ranks what the arms before it found, and can never bring in a candidate of its own. */
  isPrior?: true
  /** Why the arm runs for this query in this vault, or why not; must cost next to nothing. */
  route(query: Query, reader: SearchReader, named: readonly NamedEntity[], meaning?: Meaning): Route
  /** An arm that asks another machine gives a promise; the others answer at once, and nobody waits for a turn of the event loop. */
  rank(input: ArmInput): Awaitable<ArmResult>
}

export interface Route {
  runs: boolean
  why: string
  /** It could not run for whoever asked. */
  isUnable?: true
}

export interface ArmInput {
  query: Query
  scope: Scope
  reader: SearchReader
  depth: number
  /** Known names in the query, for the arms that go by them. */
  named: readonly NamedEntity[]
  /** Undefined when no embedder could be asked. */
  meaning?: Meaning | undefined
  /** What the arms before this one found. */
  found: readonly RankedRow[]
  /** The terms of the query as an arm before this one found them in the records, by their FTS5 expressions. */
  terms: ReadonlyMap<string, Term>
}

export interface ArmResult {
  /** Best first, at most `depth`. */
  rows: RankedRow[]
  /** What the lexical arm knows of its own answer, for the fusion. */
  lexical?: LexicalSignals
  /** What of the query a record matched; asked only to explain. */
  matched?(key: number): string[]
  /** What the trace says of this run beside the number found. */
  detail?: ArmDetail
  /** The terms of the query, for the arms after it. */
  terms?: ReadonlyMap<string, Term>
  /** Some record may answer by itself, whatever words it shares with the query: it is near enough, or holds the name asked for. */
  vouches?: boolean
  /** Why the arm could not answer as it should. */
  degraded?: string
}

export type ArmDetail = { readonly [name: string]: string | number }

export interface LexicalSignals {
  /** How much of what the query could score at most the best record did score, 0 to 1. */
  confidence: number
  /** Words of a record on average. */
  averageLength: number
  /** The best record holds all of them. */
  holdsAll: boolean
  /** Those that no record of the vault holds, as one reads them. */
  unknown: readonly string[]
}
