/** An arm: one ranker. It says whether it can run for a query and returns an ordered candidate list, nothing else. */
import type { RankedRow, Scope, SearchReader } from '../port.ts'
import type { Query } from '../query.ts'

export interface Arm {
  name: string
  /** Why the arm runs for this query, or why not. */
  route(query: Query): { runs: boolean; why: string }
  /** Best first, at most `depth`. */
  rank(input: ArmInput): RankedRow[]
}

export interface ArmInput {
  query: Query
  scope: Scope
  reader: SearchReader
  depth: number
}
