/**
 * Why a hit stands where it does, in sentences of a line each: the same numbers in the same words wherever they are told.
 * Pure; what stored text it repeats is harmless to print.
 */
import { toFourDigits } from '../../lib/four-digits.ts'
import { toHarmless } from '../../lib/harmless.ts'
import type { SearchResult } from './search.ts'

type Hit = SearchResult['hits'][number]

/** Nothing for a search that was not asked to explain. */
export function toExplainLines({ why, explain }: Pick<Hit, 'why' | 'explain'>): string[] {
  const boosts = Object.entries(explain ?? {}).map(([name, value]) => `${name} ${value}`)
  return [
    ...(why === undefined ? [] : toWhyLines(why)),
    ...(boosts.length === 0 ? [] : [`boosts  ${boosts.join(', ')}`]),
  ]
}

/** What a score was made of, alone. */
export function toWhyLines(why: NonNullable<Hit['why']>): string[] {
  const lines: string[] = []
  for (const { arm, rank, raw, contribution, terms = [] } of why.arms) {
    const matched = terms.length === 0 ? '' : `; ${toHarmless(terms.join(', '))}`
    lines.push(`${arm}  rank ${rank}, raw ${toFourDigits(raw)}, adds ${toFourDigits(contribution)}${matched}`)
  }
  for (const { stage, value } of why.factors) lines.push(`${stage}  × ${toFourDigits(value)}`)
  return [...lines, `score  ${toFourDigits(why.score)} (${why.band})`, ...toProvenance(why)]
}

/** Nothing where nobody is named. */
function toProvenance({ provenance, freshness }: NonNullable<Hit['why']>): string[] {
  const parts = Object.entries(provenance).map(([name, value]) => `${name} ${toHarmless(value)}`)
  return parts.length === 0 ? [] : [`from  ${[...parts, `${freshness.ageDays} days ago`].join(', ')}`]
}
