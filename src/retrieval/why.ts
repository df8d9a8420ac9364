/** Why a hit stands where it does: what ordered it, as the pipeline recorded it, and what to weigh its word by. */
import { dayMs } from '../record/times.ts'
import type { ArmRank, Candidate, Factor } from './candidate.ts'
import type { RecordRow } from './port.ts'

export const bands = ['strong', 'medium', 'weak', 'faint'] as const
export type Band = (typeof bands)[number]

export interface Why {
  arms: readonly ArmRank[]
  fused: number
  factors: readonly Factor[]
  score: number
  /** How much of what was asked the record holds, 0 to 1. */
  relevance: number
  band: Band
  provenance: RecordRow['provenance']
  freshness: { expired: boolean; flaggedStale: boolean; ageDays: number }
  time: { created: string; updated: string; eventAt?: string; validFrom?: string; validTo?: string }
}

export interface WhyInput {
  row: RecordRow
  candidate: Candidate
  /** How sure the words are of the best record that they found, 0 to 1, and what that one scored. */
  lexical: { confidence: number; best: number } | undefined
  flaggedStale: boolean
  now: number
}

export function toWhy({ row, candidate, lexical, flaggedStale, now }: WhyInput): Why {
  const { arms, fused, factors, score } = candidate
  const relevance = toRelevance(candidate, lexical)
  return {
    ...{ arms, fused, factors, score, relevance, band: toBand(relevance) },
    provenance: row.provenance,
    freshness: {
      expired: row.expired,
      flaggedStale,
      ageDays: Math.floor(Math.max(0, now - candidate.eventMs) / dayMs),
    },
    time: { created: row.created, updated: row.updated, ...row.times },
  }
}

/** A name held whole is all that was asked for; else what the words say, compared to what they could say at most. */
function toRelevance({ arms }: Candidate, lexical: WhyInput['lexical']): number {
  if (arms.some(({ arm }) => arm === 'exact')) return 1
  const raw = arms.find(({ arm }) => arm === 'keyword')?.raw ?? 0
  if (lexical === undefined || lexical.best <= 0) return 0
  return Math.min(1, (lexical.confidence * raw) / lexical.best)
}

/** Bounds as usual for a cosine; the relevance of words has the same range and about the same meaning. */
function toBand(relevance: number): Band {
  if (relevance >= 0.6) return 'strong'
  if (relevance >= 0.45) return 'medium'
  return relevance >= 0.3 ? 'weak' : 'faint'
}
