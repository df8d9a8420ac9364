/** A rating that was counted, for a person: the record's counts after it. */
import type { RateResult } from '../../vault/writing/rate.ts'
import type { Paint } from '../color.ts'

export function renderFeedback({ id, projectId, rating, helpful, stale }: RateResult, paint: Paint): string {
  return `Noted that ${paint('bold', id)} in project ${projectId} is ${toWords(rating)} (helpful ${helpful}, stale ${stale}).`
}

function toWords(rating: RateResult['rating']): string {
  return rating === 'not-helpful' ? 'not helpful' : rating
}
