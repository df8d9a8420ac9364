/** What happened around a record, for a person: one line an entry, its gist below, the record itself marked. */

import { toHarmless } from '../../lib/harmless.ts'
import { toMinute } from '../../record/times.ts'
import type { TimelineEntry, TimelineResult } from '../../vault/reading/timeline.ts'
import type { Paint } from '../color.ts'
import { renderAsOf, staleSentence } from './as-of.ts'
import { widest } from './columns.ts'
import { renderAbstention } from './search.ts'

export function renderTimeline(result: TimelineResult, paint: Paint): string {
  const { entries, abstained, tokens, nextTokens } = result
  const why = abstained === null ? [] : [renderAbstention(abstained, paint)]
  const costs = `About ${tokens} tokens; reading all ${entries.length} with memo get takes about ${nextTokens}.`
  const cost = entries.length === 0 ? [] : [paint('dim', costs)]
  return [...why, ...renderEntries(entries, paint), ...cost, ...renderTimelineNotes(result, paint)].join('\n')
}

function renderEntries(entries: readonly TimelineEntry[], paint: Paint): string[] {
  const isAcross = new Set(entries.map(({ projectId }) => projectId)).size > 1
  const cells = entries.map((entry) => ({ entry, name: isAcross ? `${entry.projectId}/${entry.id}` : entry.id }))
  const widths = { kind: widest(entries.map(({ kind }) => kind)), name: widest(cells.map(({ name }) => name)) }
  return cells.map(({ entry, name }) => renderEntry(entry, name, widths, paint))
}

function renderEntry(entry: TimelineEntry, name: string, widths: { kind: number; name: number }, paint: Paint): string {
  const { kind, status, title, at, isAnchor, gist } = entry
  const mark = isAnchor ? paint('yellow', '>') : ' '
  const facts = status === 'active' ? '' : `  ${paint('dim', `[${toHarmless(status)}]`)}`
  const head = `${mark} ${paint('dim', toMinute(at))}  ${paint('cyan', kind.padEnd(widths.kind))}  ${name.padEnd(widths.name)}  ${paint('bold', toHarmless(title))}${facts}`
  return gist === '' || gist === title ? head : `${head}\n      ${toHarmless(gist)}`
}

/** Which state of the vault the entries are from, where that may not be the newest. */
export function renderTimelineNotes({ stale, asOf }: TimelineResult, paint: Paint): string[] {
  const old = stale ? [paint('dim', staleSentence)] : []
  return [...old, ...renderAsOf(asOf, paint)]
}
