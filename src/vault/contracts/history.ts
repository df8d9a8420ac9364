/** The answers of `memo history`, `show` and `diff` with `--json`. */
import * as z from 'zod'
import { EventHeader } from '../../events/schema.ts'
import { saidOfRecord } from '../history/said.ts'
import { gotRecord } from './get.ts'
import { isStale, recordKey } from './record-parts.ts'

const { at, actor, writer, seq } = EventHeader.shape
const eventId = EventHeader.shape.id

const change = z.object({
  field: z.string().describe('name of the field'),
  from: z.json().describe('what it was; missing where it was not set').exactOptional(),
  to: z.json().describe('what it became; missing where it was taken away').exactOptional(),
})

export const changes = z.array(change).describe('the fields that differ, by name, without the text')

export const overwritten = z.object({
  field: z.string().describe('name of the field'),
  event: z.string().describe('id of the event that wrote it next'),
  writer,
})

const commit = z.object({
  hash: z.string().describe('its hash'),
  at: z.string().describe('when it was made (ISO 8601)'),
  subject: z.string().describe('first line of its message'),
})

const entry = z.object({
  event: z.string().describe('id of the event'),
  type: EventHeader.shape.type,
  ...{ at, actor, writer, seq },
  said: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe(`what was said with it: ${saidOfRecord.join(', ')}; title and body of a recurrence`),
  changes,
  bodyDiff: z.string().describe('of the text: the hunks of a unified diff; missing where it stayed').exactOptional(),
  overwritten: z.array(overwritten).describe('fields that another clone wrote next, with another value'),
  commit: commit.describe('the commit of the vault’s repository that brought it, where one says so').exactOptional(),
  under: z.string().describe('project/id that the record had then, if it was moved since').exactOptional(),
  withoutData: z.literal(true).describe('its data was taken out, or is of a later version').exactOptional(),
})

export const historyResult = z.object({
  ...recordKey,
  forgotten: z
    .object({ event: z.string().describe('id of the event'), at, actor, writer })
    .describe('set for a record that was forgotten; the entries then tell nothing that it held')
    .exactOptional(),
  entries: z.array(entry).describe('what happened, newest first'),
  older: z.int().min(0).describe('how many older events there are'),
  stale: isStale,
})

export const moment = {
  at: z
    .string()
    .describe('the instant that was asked for, or that of the event (ISO 8601, UTC); missing for now')
    .exactOptional(),
  event: eventId.describe('id of the event that was asked for').exactOptional(),
}

export const showRecordResult = z.object({ record: gotRecord.describe('the record'), ...moment, stale: isStale })

const side = z.object({
  present: z.boolean().describe('false before it was written, and while it was forgotten'),
  ...moment,
})

export const diffResult = z.object({
  ...recordKey,
  from: side.describe('the first moment'),
  to: side.describe('the second'),
  changes,
  bodyDiff: z.string().describe('of the text: the hunks of a unified diff; empty where it is the same'),
  stale: isStale,
})
