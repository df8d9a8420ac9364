/**
 * One list out of the arms' lists. By score: each arm adds its weight times what it scored as a share of its best. By
 * range: its weight times where the score lies between the worst and the best of its list. By rank: weight / (k + rank),
 * ranks from 1 (reciprocal rank fusion, Cormack et al. 2009).
 */
import type { LexicalSignals } from '../arms/arm.ts'
import { type ArmRank, byScore, type Candidate } from '../candidate.ts'
import type { Profile } from '../profiles.ts'
import type { Stage } from './stage.ts'
import { toTextScores } from './text-score.ts'

export const fusionStage: Stage = {
  name: 'fusion',
  apply: (candidates, { profile, lexical }) => {
    const contribution = toContribution(profile, candidates, lexical)
    return { candidates: candidates.map((candidate) => fuse(candidate, contribution)).sort(byScore) }
  },
}

/** What an arm adds to a record, given all that ranked it. */
type Contribution = (rank: ArmRank, arms: readonly ArmRank[]) => number

function toContribution(
  profile: Profile,
  candidates: readonly Candidate[],
  lexical: LexicalSignals | undefined,
): Contribution {
  if (profile.fusion === 'rrf') return byRank(profile)
  return profile.fusion === 'minmax' ? byRange(profile, candidates) : byShare(profile, candidates, lexical)
}

function byRank({ arms, rrfK }: Profile): Contribution {
  return ({ arm, rank }) => (arms[arm]?.weight ?? 0) / (rrfK + rank)
}

/** Where an arm scored all alike, each has the whole weight. */
function byRange({ arms }: Profile, candidates: readonly Candidate[]): Contribution {
  const ranges = new Map<string, { worst: number; best: number }>()
  for (const { arm, raw } of candidates.flatMap((candidate) => candidate.arms)) {
    const { worst, best } = ranges.get(arm) ?? { worst: raw, best: raw }
    ranges.set(arm, { worst: Math.min(worst, raw), best: Math.max(best, raw) })
  }
  return ({ arm, raw }) => {
    const { worst, best } = ranges.get(arm) ?? { worst: raw, best: raw }
    return (arms[arm]?.weight ?? 0) * (best === worst ? 1 : (raw - worst) / (best - worst))
  }
}

function byShare(
  profile: Profile,
  candidates: readonly Candidate[],
  lexical: LexicalSignals | undefined,
): Contribution {
  const best = new Map<string, number>()
  for (const { arm, raw } of candidates.flatMap((candidate) => candidate.arms)) {
    best.set(arm, Math.max(best.get(arm) ?? 0, raw))
  }
  const share = best.has('words') ? meaningShare(profile, lexical) : 0
  const text = toTextScores(candidates, profile.arms.passage?.weight ?? 0)
  return ({ arm, raw }, arms) => {
    if (arm === 'words') return share * raw
    const weight = (1 - share) * (profile.arms[arm === 'passage' ? 'keyword' : arm]?.weight ?? 0)
    // A fact's score is a share already: the best of bad ones is no better for it.
    if (arm === 'fact') return weight * raw
    const part = text.partOf(arm, arms)
    if (part !== undefined) return (weight * part * raw) / (text.best || 1)
    return (weight * raw) / (Math.max(best.get(arm) ?? 0, profile.arms[arm]?.full ?? 0) || 1)
  }
}

/** Nearness in meaning counts more the less sure the words are, and less the longer the records: a mean of many words says little. */
function meaningShare({ meaning }: Profile, lexical: LexicalSignals | undefined): number {
  if (meaning === undefined || lexical === undefined) return 0
  const { least, unsure, length } = meaning
  return (least + unsure * (1 - lexical.confidence)) * Math.min(1, length / (lexical.averageLength || 1))
}

function fuse(candidate: Candidate, contribution: Contribution): Candidate {
  const arms = candidate.arms.map((rank) => ({ ...rank, contribution: contribution(rank, candidate.arms) }))
  const fused = arms.reduce((sum, rank) => sum + rank.contribution, 0)
  return { ...candidate, arms, fused, score: fused }
}
