/** The line below the query: what was last said, else how much was found and what narrows it. Pure. */
import { describeFilters } from './filters.ts'
import type { Found, State } from './state.ts'
import type { Line } from './text/line.ts'

export function toStatusLine({ message, found, filters }: State): Line {
  if (message !== undefined) return [{ text: message.text, style: message.tone === 'error' ? 'error' : 'bold' }]
  const parts = [
    ...(found === undefined ? [] : [`${found.hits.length + found.truncated} found`]),
    describeFilters(filters),
    ...notes(found),
  ]
  return [{ text: parts.join(' · '), style: 'dim' }]
}

function notes(found: Found | undefined): string[] {
  return [
    ...(found?.abstained?.reason === 'weak' ? [`perhaps not known: ${found.abstained.hint}`] : []),
    ...(found?.stale === true ? ['perhaps not the newest'] : []),
    ...(found?.degraded == null ? [] : [`not in full: ${found.degraded.reason}`]),
  ]
}
