/** Why a hit stands where it does, and what each stage of the search did. */

import { toFourDigits } from '../../lib/four-digits.ts'
import { toHarmless } from '../../lib/harmless.ts'
import type { SearchResult } from '../../vault/search.ts'
import type { Paint } from '../color.ts'

type Hit = SearchResult['hits'][number]

export function renderExplain({ why, explain }: Hit, paint: Paint): string[] {
  const lines = why === undefined ? [] : toWhyLines(why)
  if (explain !== undefined) {
    lines.push(
      `boosts  ${Object.entries(explain)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
    )
  }
  return asBranch(lines, paint)
}

/** What a score was made of, alone. */
export function renderWhy(why: NonNullable<Hit['why']>, paint: Paint): string[] {
  return asBranch(toWhyLines(why), paint)
}

function toWhyLines(why: NonNullable<Hit['why']>): string[] {
  const lines: string[] = []
  for (const { arm, rank, raw, contribution, terms = [] } of why.arms) {
    const matched = terms.length === 0 ? '' : `; ${toHarmless(terms.join(', '))}`
    lines.push(`${arm}  rank ${rank}, raw ${toFourDigits(raw)}, adds ${toFourDigits(contribution)}${matched}`)
  }
  for (const { stage, value } of why.factors) lines.push(`${stage}  × ${toFourDigits(value)}`)
  return [...lines, `score  ${toFourDigits(why.score)} (${why.band})`, ...renderProvenance(why)]
}

function asBranch(lines: readonly string[], paint: Paint): string[] {
  return lines.map((line, index) => paint('dim', `    ${index === lines.length - 1 ? '└' : '├'} ${line}`))
}

/** Nothing where nobody is named. */
function renderProvenance({ provenance, freshness }: NonNullable<Hit['why']>): string[] {
  const parts = Object.entries(provenance).map(([name, value]) => `${name} ${toHarmless(value)}`)
  return parts.length === 0 ? [] : [`from  ${[...parts, `${freshness.ageDays} days ago`].join(', ')}`]
}

export function renderTrace(trace: NonNullable<SearchResult['trace']>, paint: Paint): string {
  const { arms, stages, cutoff, budget } = trace
  const lines = [
    ...arms.map(({ arm, ran, why, candidates }) =>
      ran ? `${arm}: ${candidates} candidates (${why})` : `${arm}: not run (${why})`,
    ),
    ...stages.map(
      ({ stage, in: before, out, detail }) =>
        `${stage}: ${before} → ${out}${detail === undefined ? '' : ` (${toDetail(detail)})`}`,
    ),
    ...(cutoff === undefined ? [] : [`ends before place ${cutoff.position + 1}: ${cutoff.kind}`]),
    ...(budget === undefined ? [] : [`budget: ${budget.used} of ${budget.maxTokens} tokens`]),
  ]
  return paint('dim', ['Trace', ...lines.map((line) => `  ${line}`)].join('\n'))
}

function toDetail(detail: { readonly [name: string]: string | number }): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? toFourDigits(value) : toHarmless(value)}`)
    .join(', ')
}
