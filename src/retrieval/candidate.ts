/** One record on its way through the pipeline: where each arm put it, and what each stage made of its score. */
import type { RankedRow } from './port.ts'

export interface ArmRank {
  arm: string
  /** 1 is best. */
  rank: number
  raw: number
  /** What the arm added to the fused score. */
  contribution: number
  /** What of the query it matched, where the arm can say; `~` stands before a term that only a word like it meets. */
  terms?: string[]
  /** First and last line of the part of the body that the arm ranked it by, if it was a part. */
  lines?: [number, number]
}

/** Before it is known whether it comes onto the page: with the key of that part, whose lines are looked up only then. */
export interface UnplacedRank extends ArmRank {
  passage?: number
}

export interface Factor {
  stage: string
  value: number
}

export interface Candidate extends Omit<RankedRow, 'raw' | 'passage'> {
  arms: readonly UnplacedRank[]
  fused: number
  /** Multipliers after fusion, in the order applied; score = fused × all of them. */
  factors: readonly Factor[]
  score: number
}

export function toCandidate(row: RankedRow): Candidate {
  return { ...row, arms: [], fused: 0, factors: [], score: 0 }
}

export function withFactor(candidate: Candidate, stage: string, value: number): Candidate {
  if (value === 1) return candidate
  return { ...candidate, factors: [...candidate.factors, { stage, value }], score: candidate.score * value }
}

/** Best first; ties by project and id, so that the same vault gives the same list. */
export function byScore(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.project !== b.project) return a.project < b.project ? -1 : 1
  return a.id < b.id ? -1 : 1
}
