/** People's verdicts: a record that misled more often than it helped sinks, before the list is cut. */
import { byScore, withFactor } from '../candidate.ts'
import type { Stage } from './stage.ts'

/** 1, or 1 / (1 + stale − helpful) when stale outweighs: praise cannot lift a record (reference 3.4). */
export function feedbackMultiplier({ helpful, stale }: { helpful: number; stale: number }): number {
  return stale <= helpful ? 1 : 1 / (1 + stale - helpful)
}

export const feedbackStage: Stage = {
  name: 'feedback',
  apply: (candidates) => ({
    candidates: candidates
      .map((candidate) => withFactor(candidate, 'feedback', feedbackMultiplier(candidate)))
      .toSorted(byScore),
  }),
}
