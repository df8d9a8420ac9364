/** Weighted reciprocal rank fusion: each arm adds weight / (k + rank), ranks from 1 (Cormack et al. 2009). */
import { byScore } from '../candidate.ts'
import type { Stage } from './stage.ts'

export const fusionStage: Stage = {
  name: 'fusion',
  apply: (candidates, { profile }) =>
    candidates
      .map((candidate) => {
        const arms = candidate.arms.map((rank) => ({
          ...rank,
          contribution: (profile.arms[rank.arm]?.weight ?? 0) / (profile.rrfK + rank.rank),
        }))
        const fused = arms.reduce((sum, { contribution }) => sum + contribution, 0)
        return { ...candidate, arms, fused, score: fused }
      })
      .sort(byScore),
}
