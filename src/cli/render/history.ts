/** The history of a record, and what differs between two moments of it, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import { humanMoment } from '../../record/times.ts'
import type { HistoryEntry, HistoryResult } from '../../vault/history/history.ts'
import type { DiffResult } from '../../vault/history/show.ts'
import type { Paint } from '../color.ts'
import { staleSentence } from './as-of.ts'
import { renderChanges, renderDiff } from './changes.ts'

export interface HistoryView {
  paint: Paint
  now: number
}

/** One block an event, newest first. */
export function renderHistory(
  { entries, older, forgotten, projectId, id, stale }: HistoryResult,
  view: HistoryView,
): string {
  const gone = forgotten === undefined ? [] : [`${projectId}/${id} was forgotten: only who did what and when is told.`]
  const notes = [
    ...(older > 0 ? [`${plural(older, 'older event')}; raise --limit.`] : []),
    ...(stale ? [staleSentence] : []),
  ]
  const blocks = entries.map((entry) => renderEntry(entry, view))
  return [...gone, ...blocks, ...notes.map((note) => view.paint('dim', note))].join('\n\n')
}

function renderEntry(entry: HistoryEntry, view: HistoryView): string {
  const { paint } = view
  const lines = [
    ...renderSaid(entry),
    ...renderChanges(entry.changes, paint),
    ...renderDiff(entry.bodyDiff ?? '', paint),
    ...entry.overwritten.map(({ field, event, writer }) =>
      paint('yellow', `${toHarmless(field)}: superseded by ${event} of ${writer}`),
    ),
    ...(entry.withoutData ? ['its data was taken out, or is not to be read by this version'] : []),
    ...renderCommit(entry, paint),
  ]
  return [renderHead(entry, view), ...lines.map((line) => `    ${line}`)].join('\n')
}

function renderHead({ event, type, at, actor, writer, under }: HistoryEntry, { paint, now }: HistoryView): string {
  const ago = humanMoment(Date.parse(at), now)
  const name = under === undefined ? '' : `  of ${under}`
  return `${paint('yellow', event)}  ${paint('bold', toHarmless(type))}${name}  ${at} (${ago})  ${actor} on ${writer}`
}

function renderSaid({ said }: HistoryEntry): string[] {
  const parts = Object.entries(said).map(([name, value]) => `${name} ${toHarmless(JSON.stringify(value))}`)
  return parts.length === 0 ? [] : [parts.join(', ')]
}

function renderCommit({ commit }: HistoryEntry, paint: Paint): string[] {
  return commit === undefined ? [] : [paint('dim', `commit ${commit.hash.slice(0, 10)} ${toHarmless(commit.subject)}`)]
}

/** The two moments, then what differs. */
export function renderRecordDiff({ id, projectId, from, to, changes, bodyDiff }: DiffResult, paint: Paint): string {
  const lines = [...renderChanges(changes, paint), ...renderDiff(bodyDiff, paint)]
  const name = `${projectId}/${id}`
  const heads = [paint('red', `--- ${name} ${toSide(from)}`), paint('green', `+++ ${name} ${toSide(to)}`)]
  return [...heads, ...(lines.length === 0 ? ['There is no difference.'] : lines)].join('\n')
}

function toSide({ present, event, at }: DiffResult['from']): string {
  const when = event === undefined ? (at ?? 'now') : `${event} (${at})`
  return present ? when : `${when}: not there`
}
