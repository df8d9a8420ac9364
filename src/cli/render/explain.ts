/** Why a hit stands where it does, and what each stage of the search did. */
import type { SearchResult } from '../../vault/search.ts'
import type { Paint } from '../color.ts'

type Hit = SearchResult['hits'][number]

export function renderExplain({ why, explain }: Hit, paint: Paint): string[] {
  const lines: string[] = []
  for (const { arm, rank, raw, contribution } of why?.arms ?? []) {
    lines.push(`${arm}  rank ${rank}, raw ${toNumber(raw)}, adds ${toNumber(contribution)}`)
  }
  for (const { stage, value } of why?.factors ?? []) lines.push(`${stage}  × ${toNumber(value)}`)
  if (why !== undefined) lines.push(`score  ${toNumber(why.score)}`)
  if (explain !== undefined) {
    lines.push(
      `boosts  ${Object.entries(explain)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
    )
  }
  return lines.map((line, index) => paint('dim', `    ${index === lines.length - 1 ? '└' : '├'} ${line}`))
}

export function renderTrace({ arms, stages }: NonNullable<SearchResult['trace']>, paint: Paint): string {
  const lines = [
    ...arms.map(({ arm, ran, why, candidates }) =>
      ran ? `${arm}: ${candidates} candidates (${why})` : `${arm}: not run (${why})`,
    ),
    ...stages.map((stage) => `${stage.stage}: ${stage.in} → ${stage.out}`),
  ]
  return paint('dim', ['Trace', ...lines.map((line) => `  ${line}`)].join('\n'))
}

/** Four significant digits: scores of rank fusion are small. */
function toNumber(value: number): string {
  return String(Number(value.toPrecision(4)))
}
