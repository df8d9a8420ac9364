/**
 * The score block of the first seed ("Explain"): how relevance and the counters of a record look side by side. Shown
 * beside `why`, which holds the factors that the order was really made of; it changes nothing.
 */
import type { Candidate } from './candidate.ts'
import type { RecordRow } from './port.ts'
import { feedbackMultiplier } from './stages/feedback.ts'

export interface ScoreExplain {
  ftsBm25: number
  pathPatternBoost: number
  severityMultiplier: number
  hitsBoost: number
  occurrencesBoost: number
  feedbackMultiplier: number
  finalScore: number
}

const severityMultipliers: { [severity: string]: number } = { critical: 1.4, high: 1.3, medium: 1, low: 0.9 }

export interface ExplainInput {
  row: RecordRow
  candidate: Candidate | undefined
  /** The list was narrowed to a path, and this record's patterns match it. */
  pathMatched: boolean
  /** What the list was ordered by when no text was ranked: the counter stands in for bm25. */
  counter: number | undefined
}

/** All numbers rounded to two decimals; anything that is not finite reads as 1 (neutral). */
export function toScoreExplain({ row, candidate, pathMatched, counter }: ExplainInput): ScoreExplain {
  const raw = candidate?.arms.find(({ arm }) => arm === 'keyword')?.raw ?? counter ?? 0
  const factors = {
    pathPatternBoost: pathMatched ? 1.25 : 1,
    severityMultiplier: severityMultipliers[row.severity ?? 'medium'] ?? 1,
    hitsBoost: 1 + Math.min(row.hits, 20) * 0.02,
    occurrencesBoost: 1 + Math.min(Math.max(row.occurrences - 1, 0), 20) * 0.03,
    feedbackMultiplier: feedbackMultiplier(row),
  }
  const final = Object.values(factors).reduce((product, factor) => product * factor, Math.abs(raw))
  return { ftsBm25: round(Math.abs(raw)), ...roundAll(factors), finalScore: round(final) }
}

function roundAll<T extends { [name: string]: number }>(numbers: T): T {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, round(value)])) as T
}

function round(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : 1
}
