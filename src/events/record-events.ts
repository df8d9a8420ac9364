/** All events of one record, in event order, whoever wrote them. */
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
  const redacted = new Set(events.flatMap((event) => (isRedaction(event) ? event.data.events : [])))
  return [...events, ...findRedacted({ segments, toEvent }, redacted)].sort(byOrder)
}

function isAbout({ data }: LogEvent, { project, id }: RecordEventsInput['record']): boolean {
  return data !== undefined && 'id' in data && data.id === id && data.project === project
}

function isRedaction(event: LogEvent): event is Extract<LogEvent, { type: 'record.redacted'; data: object }> {
  return event.type === 'record.redacted' && event.data !== undefined
}

/** A line without data does not say any more which record it was about; the redaction does. */
function findRedacted(input: Omit<RecordEventsInput, 'record'>, ids: ReadonlySet<string>): LogEvent[] {
  if (ids.size === 0) return []
  const lines = findLines({ ...input, text: ',"data":{"redacted":' })
  return [...lines].filter((event) => event.data === undefined && ids.has(event.id))
}
