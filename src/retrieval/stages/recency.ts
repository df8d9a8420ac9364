/** What was true of a moment is worth less the longer ago it was; what holds on (traps, decisions …) does not age. */
import { dayMs } from '../../record/times.ts'
import { kinds } from '../../record/vocabulary.ts'
import { byScore, type Candidate, withFactor } from '../candidate.ts'
import type { RecencySettings } from '../profiles.ts'
import type { Stage } from './stage.ts'

export const recencyStage: Stage = {
  name: 'recency',
  apply: (candidates, { profile: { recency }, now }) => ({
    candidates:
      recency === undefined
        ? candidates
        : candidates
            .map((candidate) => withFactor(candidate, 'recency', recencyFactor(candidate, recency, now)))
            .toSorted(byScore),
  }),
}

/**
 * floor + (1 − floor) · 0.5^(age / half-life); the age in whole days of event time, so that what is of one day stays equal,
 * and 0 for what lies ahead.
 */
export function recencyFactor(
  { kind, eventMs }: Pick<Candidate, 'kind' | 'eventMs'>,
  { kinds: which, floor, halfLifeDays }: RecencySettings,
  now: number,
): number {
  if (which === 'ageing' && !kinds[kind].ages) return 1
  const age = Math.floor(Math.max(0, now - eventMs) / dayMs)
  return floor + (1 - floor) * 0.5 ** (age / halfLifeDays)
}
