/** The counters that people see, out of what the fold keeps of a record. */
import { laterTime } from '../record/times.ts'
import type { Rating } from '../record/vocabulary.ts'
import type { Rated, RecordState } from './fold.ts'

export interface CountersView {
  hits: number
  lastHit: string | undefined
  occurrences: number
  lastSeen: string | undefined
  helpful: number
  stale: number
  lastFeedback: string | undefined
  outcome: number | undefined
}

/** The counters that people see: baseline plus what the events added. */
export function countersOf(state: RecordState): CountersView {
  const { baseline } = state
  // Times of events are spelled alike, so the greatest is the latest.
  const [lastRated] = state.ratings.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1))
  const count = (...wanted: Rating[]): number =>
    state.ratings.filter(({ rating }) => rating !== undefined && wanted.includes(rating)).length
  return {
    hits: (baseline.hits ?? 0) + state.hits,
    lastHit: laterTime(baseline.lastHit, state.lastHit),
    occurrences: (baseline.occurrences ?? 1) + state.recurrences,
    lastSeen: laterTime(baseline.lastSeen, state.lastSeen),
    helpful: (baseline.helpful ?? 0) + count('helpful'),
    stale: (baseline.stale ?? 0) + count('stale', 'wrong'),
    lastFeedback: laterTime(baseline.lastFeedback, lastRated),
    outcome: outcomeOf(state),
  }
}

/** Weight of the newest rating in the outcome average (memhtml's reinforcement: new = 0.7 old + 0.3 signal). */
const outcomeWeight = 0.3

/** Moving average of what was said, in stamp order, -1 (misled) to 1 (helped); the first counts whole. */
function outcomeOf(state: RecordState): number | undefined {
  let outcome = state.baseline.outcome
  for (const rated of state.ratings) {
    const signal = signalOf(rated)
    // Being read tells that a record was wanted, not that it was right: a neutral signal leaves the average alone.
    if (signal === 0) continue
    outcome = outcome === undefined ? signal : outcome * (1 - outcomeWeight) + signal * outcomeWeight
  }
  return outcome === undefined ? undefined : Math.round(outcome * 10_000) / 10_000
}

function signalOf({ rating, signal }: Rated): number {
  return signal ?? (rating === 'helpful' ? 1 : -1)
}
