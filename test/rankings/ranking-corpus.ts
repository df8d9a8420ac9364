import type { Kind } from '../../src/record/vocabulary.ts'

/** A few records, and what a person who knows them expects to see first. */
export interface RankingCorpus {
  name: string
  records: readonly { id: string; kind: string; title: string; body: string; [field: string]: unknown }[]
  queries: readonly RankingQuery[]
}

export interface RankingQuery {
  query: string
  /** Ids at the top, in this order; empty: nothing may be found. */
  first: readonly string[]
  /** Ids that must not be found at all. */
  never?: readonly string[]
  kinds?: readonly Kind[]
  tags?: readonly string[]
  path?: string
}
