/** A search's answer for a person: one line a hit, the passage that was found, and why there is no more. */

import { toHarmless } from '../../lib/harmless.ts'
import { matchRanges } from '../../lib/match-ranges.ts'
import type { SearchResult } from '../../vault/reading/search.ts'
import type { Paint } from '../color.ts'
import { renderAsOf, staleSentence } from './as-of.ts'
import { widest } from './columns.ts'
import { renderExplain, renderTrace } from './explain.ts'
import { toFacts } from './facts.ts'
import { renderHitLinks } from './links.ts'

export interface SearchView {
  paint: Paint
  now: number
  /** What the query looked for, to be highlighted. */
  words: readonly string[]
  /** All projects were searched, so each hit says which is its. */
  isAcross: boolean
}

type Hit = SearchResult['hits'][number]

export function renderSearch(result: SearchResult, view: SearchView): string {
  const { hits, abstained, trace } = result
  const parts = abstained === null ? [] : [renderAbstention(abstained, view.paint)]
  if (abstained === null || hits.length > 0) parts.push(renderHits(result, view))
  if (trace !== undefined) parts.push(renderTrace(trace, view.paint))
  return [...parts, ...renderFootnotes(result, view.paint)].filter((part) => part !== '').join('\n')
}

function renderHits({ hits, total, truncated }: SearchResult, view: SearchView): string {
  if (hits.length === 0) return toEmptySentence({ total, truncated })
  const names = hits.map((hit) => (view.isAcross ? `${hit.projectId}/${hit.id}` : hit.id))
  const widths = { kind: widest(hits.map(({ kind }) => kind)), name: widest(names) }
  return hits.map((hit, index) => renderHit(hit, names[index] ?? hit.id, widths, view)).join('\n')
}

/** Why an answer that is about something shows no hit. */
export function toEmptySentence({ total, truncated }: { total: number; truncated: number }): string {
  return truncated > 0
    ? 'No record fits into so few tokens.'
    : `No record is left at this offset; ${total} were ranked.`
}

function renderHit(hit: Hit, name: string, widths: { kind: number; name: number }, view: SearchView): string {
  const { paint, now, words } = view
  const title = highlight(toHarmless(hit.title), words, paint, 'bold')
  const facts = [...toFacts(hit, now), ...(hit.flaggedStale ? ['said to be stale'] : [])]
  const head = `${paint('cyan', hit.kind.padEnd(widths.kind))}  ${name.padEnd(widths.name)}  ${title}  ${paint('dim', `[${facts.join(' · ')}]`)}`
  const place = paint('dim', toHarmless(`${hit.filepath}:${toSpan(hit.lines)}`))
  const snippet = highlight(toHarmless(hit.snippet), words, paint)
  return [head, `    ${place}  ${snippet}`, ...renderHitLinks(hit, paint), ...renderExplain(hit, paint)].join('\n')
}

/** As `memo get --lines` takes them. */
function toSpan([from, to]: Hit['lines']): string {
  return from === to ? String(from) : `${from}-${to}`
}

/** Why there is nothing, and where what was meant may be. */
export function renderAbstention(
  { reason, hint, pointers = [] }: NonNullable<SearchResult['abstained']>,
  paint: Paint,
): string {
  const lines = pointers.map(({ projectId, id, kind, title, supersededBy }) => {
    const successor = supersededBy === undefined ? '' : `  → ${toHarmless(supersededBy)}`
    return `  ${paint('cyan', kind)}  ${projectId}/${id}  ${toHarmless(title)}${successor}`
  })
  const head = reason === 'weak' ? 'Perhaps not known' : `Nothing found (${reason})`
  return [`${head}: ${toHarmless(hint)}.`, ...lines].join('\n')
}

type Told = 'truncated' | 'narrowHint' | 'stale' | 'degraded' | 'bumped' | 'tokens' | 'nextTokens' | 'asOf'

/** What to know besides the hits: what they cost, what is left out and why, what was counted. */
export function renderFootnotes(
  result: Pick<SearchResult, Told> & { hits: readonly object[] },
  paint: Paint,
): string[] {
  const { hits, truncated, narrowHint, stale, degraded, bumped, tokens, nextTokens, asOf } = result
  const lines: string[] = []
  if (hits.length > 0) lines.push(`About ${tokens} tokens; reading all of them takes about ${nextTokens}.`)
  if (truncated > 0) lines.push(`${truncated} more; ${narrowHint ?? 'raise --limit'}, or use --offset.`)
  if (bumped.length > 0) lines.push(`Counted a use of ${bumped.join(', ')}.`)
  if (stale) lines.push(staleSentence)
  if (degraded !== null) lines.push(`Not everything could be searched: ${toHarmless(degraded.reason)}.`)
  return [...lines.map((line) => paint('dim', line)), ...renderAsOf(asOf, paint)]
}

function highlight(text: string, words: readonly string[], paint: Paint, around?: 'bold'): string {
  const style = (part: string): string => (around === undefined || part === '' ? part : paint(around, part))
  let shown = ''
  let end = 0
  for (const [from, to] of matchRanges(text, words)) {
    shown += style(text.slice(end, from)) + paint('yellow', text.slice(from, to))
    end = to
  }
  return shown + style(text.slice(end))
}
