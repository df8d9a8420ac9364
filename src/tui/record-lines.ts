/** A record as text of the screen: what it is, then what it says. Pure. */
import { humanMoment, parseInstant } from '../record/times.ts'
import type { GotRecord } from '../vault/reading/get.ts'
import type { Line } from './text/line.ts'
import { markWords } from './text/mark-words.ts'
import { toMarkdownLines } from './text/markdown-lines.ts'
import { wrapLine } from './text/wrap-line.ts'

export interface RecordTextView {
  width: number
  words: readonly string[]
  now: number
  /** Lines of the text at most. */
  limit: number
  /** Leave out all but the title and the text: there are few rows. */
  isTight: boolean
}

export function toRecordLines(record: GotRecord, { width, words, now, limit, isTight }: RecordTextView): Line[] {
  const title = typeof record.title === 'string' ? record.title : record.id
  const facts: Line = [{ text: toFacts(record, now).join(' · '), style: 'dim' }]
  return [
    ...wrapLine(markWords([{ text: title, style: 'bold' }], words), width),
    ...(isTight ? [] : [...wrapLine(facts, width), []]),
    ...toMarkdownLines(record.body, { width, words, limit }),
  ]
}

function toFacts(record: GotRecord, now: number): string[] {
  const updated = typeof record.updated === 'string' ? parseInstant(record.updated) : undefined
  const tags = Array.isArray(record.tags) ? record.tags.map((tag) => `#${tag}`) : []
  const severity = typeof record.severity === 'string' ? [`severity ${record.severity}`] : []
  const status = record.status === undefined || record.status === 'active' ? [] : [String(record.status)]
  return [
    ...[record.kind, `${record.projectId}/${record.id}`, ...status, ...severity],
    ...(updated === undefined ? [] : [`updated ${humanMoment(updated, now)}`]),
    ...(record.hits > 0 ? [`hits ${record.hits}`] : []),
    ...(record.expired ? ['expired'] : []),
    ...tags,
  ]
}
