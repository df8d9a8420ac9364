/** Where an answer ends, and why there. */
import type { Ranking, Trace } from './pipeline.ts'

export interface ListEnd {
  offset: number
  /** Hits that are shown. */
  shown: number
  /** Hits of the page for which the token budget had no room. */
  omitted: number
  maxTokens: number | undefined
  /** Tokens that the hits take. */
  tokens: number
}

/** The trace of the pipeline with what ended the list: the budget, else the limit, else a gap between the scores. */
export function withEnd({ trace, kept, found }: Ranking, end: ListEnd): Trace {
  const { maxTokens, tokens: used, omitted: truncated } = end
  const cutoff = toCutoff(trace, kept, found, end)
  return {
    ...trace,
    ...(cutoff !== undefined && { cutoff }),
    ...(maxTokens !== undefined && { budget: { maxTokens, used, truncated } }),
  }
}

function toCutoff(
  { stages }: Trace,
  kept: number,
  found: number,
  { offset, shown, omitted }: ListEnd,
): Trace['cutoff'] {
  const position = offset + shown
  if (omitted > 0) return { kind: 'budget', position }
  if (kept > position) return { kind: 'limit', position }
  const gap = stages.find(({ stage }) => stage === 'cutoff')?.detail?.gap
  return kept < found && typeof gap === 'number' ? { kind: 'gap', position: kept, gap } : undefined
}
