/** The candidates among which pairs are compared: each pair costs, and what stands far below the page is never seen. */
import type { Candidate } from '../candidate.ts'

/** Three pages, as many as a step that only reorders can use; the same on each page of one search. */
const pages = 3
/** So many make under two thousand pairs, a fraction of a millisecond. */
export const widestWindow = 60

export function toWindow(candidates: readonly Candidate[], limit: number): readonly Candidate[] {
  return candidates.slice(0, Math.min(pages * limit, widestWindow))
}
