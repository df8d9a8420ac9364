/** All events of one record, in event order, whoever wrote them. */
import { findRedactor } from './codec.ts'
import { findLines } from './find-lines.ts'
import type { ToEvent } from './log.ts'
import { byOrder } from './merge-writers.ts'
import type { LogEvent } from './newest-first.ts'
import type { SegmentStore } from './segments.ts'

export interface RecordEventsInput {
  segments: SegmentStore
  toEvent: ToEvent
  record: { project: string; id: string }
}

/** Those whose data was taken out come with none. Throws INTEGRITY for a damaged line about the record. */
export function findRecordEvents({ segments, toEvent, record }: RecordEventsInput): LogEvent[] {
  const events: LogEvent[] = []
  for (const event of findLines({ segments, toEvent, text: `"id":${JSON.stringify(record.id)}` })) {
    if (isAbout(event, record)) events.push(event)
  }
  return [...events, ...findRedacted({ segments, toEvent }, events.filter(isRedaction))].sort(byOrder)
}

function isAbout({ data }: LogEvent, { project, id }: RecordEventsInput['record']): boolean {
  return data !== undefined && 'id' in data && data.id === id && data.project === project
}

type Redaction = Extract<LogEvent, { type: 'record.redacted'; data: object }>

function isRedaction(event: LogEvent): event is Redaction {
  return event.type === 'record.redacted' && event.data !== undefined
}

/** A line without data does not say any more which record it was about; the redaction that it names does. */
function findRedacted(input: Omit<RecordEventsInput, 'record'>, redactions: readonly Redaction[]): LogEvent[] {
  if (redactions.length === 0) return []
  const listed = new Set(redactions.flatMap(({ data }) => data.events))
  const named = new Set<string | undefined>(redactions.map(({ id }) => id))
  let by: string | undefined
  const toEvent: ToEvent = (line) => {
    by = findRedactor(line.data)
    return input.toEvent(line)
  }
  const found: LogEvent[] = []
  for (const event of findLines({ ...input, toEvent, text: ',"data":{"redacted":' })) {
    if (event.data === undefined && (listed.has(event.id) || named.has(by))) found.push(event)
  }
  return found
}
