/** A search's answer in one line per hit: enough to choose what to read. */

import { toHarmless } from '../../lib/harmless.ts'
import { dayMs, humanAge, parseInstant } from '../../record/times.ts'
import type { CompactResult } from '../../vault/reading/compact.ts'
import { renderAbstention, renderFootnotes, type SearchView, toEmptySentence } from './search.ts'

export function renderCompact(result: CompactResult, { paint, now }: Pick<SearchView, 'paint' | 'now'>): string {
  const {
    hits,
    total,
    truncated = 0,
    narrowHint = null,
    abstained,
    degraded = null,
    stale = false,
    bumped = [],
  } = result
  const { tokens, nextTokens, asOf } = result
  const lines = hits.map((hit) => {
    const name = hit.projectId === undefined ? hit.id : `${hit.projectId}/${hit.id}`
    return `${paint('cyan', hit.kind)} ${name} ${paint('dim', toAge(hit.updated, now))} ${toHarmless(hit.title)}`
  })
  if (abstained !== undefined) lines.push(renderAbstention(abstained, paint))
  else if (hits.length === 0) lines.push(toEmptySentence({ total, truncated }))
  const footnotes = {
    hits,
    truncated,
    narrowHint,
    stale,
    degraded,
    bumped,
    tokens,
    nextTokens,
    ...(asOf !== undefined && { asOf }),
  }
  return [...lines, ...renderFootnotes(footnotes, paint)].join('\n')
}

/** Only the day is known. */
function toAge(day: string, now: number): string {
  const start = parseInstant(day)
  if (start === undefined) return ''
  return now - start < dayMs ? 'today' : humanAge(start, now)
}
