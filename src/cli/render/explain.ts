/** Why a hit stands where it does, and what each stage of the search did. */

import { toFourDigits } from '../../lib/four-digits.ts'
import { toHarmless } from '../../lib/harmless.ts'
import { toExplainLines, toWhyLines } from '../../vault/reading/explain-lines.ts'
import type { SearchResult } from '../../vault/reading/search.ts'
import type { Paint } from '../color.ts'

type Hit = SearchResult['hits'][number]

export function renderExplain(hit: Hit, paint: Paint): string[] {
  return asBranch(toExplainLines(hit), paint)
}

/** What a score was made of, alone. */
export function renderWhy(why: NonNullable<Hit['why']>, paint: Paint): string[] {
  return asBranch(toWhyLines(why), paint)
}

function asBranch(lines: readonly string[], paint: Paint): string[] {
  return lines.map((line, index) => paint('dim', `    ${index === lines.length - 1 ? '└' : '├'} ${line}`))
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
