/** A stage: one pure step from candidates to candidates. The runner records what went in and out of it. */
import type { LexicalSignals } from '../arms/arm.ts'
import type { Candidate } from '../candidate.ts'
import type { Profile } from '../profiles.ts'
import type { Query } from '../query.ts'

export interface StageContext {
  profile: Profile
  query: Query
  limit: number
  offset: number
  /** Undefined when no lexical arm ran. */
  lexical: LexicalSignals | undefined
  /** Milliseconds since the epoch. */
  now: number
  /** Vectors (eight bits a number, length 127) of those of the records that have one. */
  vectors(keys: readonly number[]): ReadonlyMap<number, Int8Array>
  /** Title and body of the records, a line break between. */
  texts(keys: readonly number[]): ReadonlyMap<number, string>
  /** The same, of a body that is longer than 1200 characters only so many. */
  openings(keys: readonly number[]): ReadonlyMap<number, string>
  /** The same with the tags between. */
  taggedTexts(keys: readonly number[]): ReadonlyMap<number, string>
  /** How alike to the query a record must be by the words they share, 0 to 1; undefined when the settings ask for no such thing. */
  minSimilarity: number | undefined
}

export interface StageOutcome {
  candidates: readonly Candidate[]
  /** What the trace says of this step beside the numbers in and out. */
  detail?: StageDetail
}

export type StageDetail = { readonly [name: string]: string | number }

export interface Stage {
  name: string
  /** What it leaves out counts as not found. */
  narrows?: true
  apply(candidates: readonly Candidate[], context: StageContext): StageOutcome
}
