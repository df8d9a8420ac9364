/** What weighs a record whatever is asked for, by the code that weighs it in a search. */
import { plural } from '../lib/plural.ts'
import { toIso } from '../record/times.ts'
import { kinds } from '../record/vocabulary.ts'
import { salienceOf } from './arms/salience.ts'
import { toScoreExplain } from './explain.ts'
import type { RankedRow, RecordRow } from './port.ts'
import type { Profile } from './profiles.ts'
import { feedbackMultiplier } from './stages/feedback.ts'
import { recencyFactor } from './stages/recency.ts'

export interface Prior {
  name: 'recency' | 'feedback' | 'salience' | 'severity'
  /** What a score is multiplied by; of salience what it is ranked by. */
  value: number
  /** Whether searches with this profile take it into account for such a record. */
  applies: boolean
  /** What it is made of. */
  of: string
}

/** `now` in milliseconds since the epoch. */
export function toPriors(row: RecordRow, ranked: RankedRow, profile: Profile, now: number): Prior[] {
  const { recency, arms } = profile
  const { kind, eventMs, helpful, stale, hits, outcome } = ranked
  const { severityMultiplier } = toScoreExplain({ row, candidate: undefined, pathMatched: false, counter: undefined })
  const ages = recency !== undefined && (recency.kinds !== 'ageing' || kinds[kind].ages)
  const lastUse = ranked.lastHitMs === undefined ? 'never used' : `last used ${toIso(ranked.lastHitMs)}`
  return [
    {
      ...{ name: 'recency', value: recency === undefined ? 1 : recencyFactor(ranked, recency, now), applies: ages },
      of: ages ? `what it tells is of ${toIso(eventMs)}` : `a ${kind} does not age in this profile`,
    },
    {
      ...{ name: 'feedback', value: feedbackMultiplier(ranked), applies: true },
      of: `${helpful} say helpful, ${stale} say stale or wrong`,
    },
    {
      ...{ name: 'salience', value: salienceOf(ranked, now) },
      applies: arms.salience !== undefined && kinds[kind].salience,
      of: `${plural(hits, 'use')}, ${lastUse}, average of the verdicts ${outcome}`,
    },
    {
      ...{ name: 'severity', value: severityMultiplier, applies: false },
      of: `${row.severity ?? 'none'}; orders equal traps in memo rank, and no search`,
    },
  ]
}
