/** A listing and a ranking for a person. */
import type { ListResult } from '../../vault/reading/list.ts'
import type { Paint } from '../color.ts'
import { renderAsOf, staleSentence } from './as-of.ts'
import { type ListView, renderRecordLines } from './record-lines.ts'

export function renderList(result: ListResult, view: ListView & { offset: number }): string {
  const lines = result.records.length === 0 ? [] : [renderRecordLines(result.records, view)]
  return [...lines, ...renderListNotes(result, view)].join('\n')
}

/** What to know besides the records: why there is none, how many more there are, and of when the list is. */
export function renderListNotes(result: ListResult, { paint, offset }: { paint: Paint; offset: number }): string[] {
  if (result.records.length === 0) return [toEmptySentence(result.total), ...renderFootnotes(result, paint)]
  const left = result.total - offset - result.records.length
  const more = left > 0 ? [paint('dim', `${left} more; raise --limit, or use --offset.`)] : []
  return [...more, ...renderFootnotes(result, paint)]
}

function toEmptySentence(total: number): string {
  if (total > 0) return `No record is left at this offset; there are ${total}.`
  return 'No record is in this scope. Closed and expired records need --status and --include-expired, other projects --all.'
}

const noneRanked = 'No active record of this kind is in this project; --all looks in every one.'

/** How often each came up stands first. */
export function renderRank(result: ListResult, view: ListView): string {
  const { records, total } = result
  if (records.length === 0) return [noneRanked, ...renderFootnotes(result, view.paint)].join('\n')
  const lines = renderRecordLines(records, view, ({ occurrences }) => `${occurrences}×`)
  const left = total - records.length
  const more = left > 0 ? [view.paint('dim', `${left} more; raise --limit.`)] : []
  return [lines, ...more, ...renderFootnotes(result, view.paint)].join('\n')
}

function renderFootnotes({ stale, asOf }: ListResult, paint: Paint): string[] {
  const old = stale ? [paint('dim', staleSentence)] : []
  return [...old, ...renderAsOf(asOf, paint)]
}
