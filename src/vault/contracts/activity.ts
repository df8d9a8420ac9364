/** Events as the monitor tells them: pages of them, and the stream. */
import * as z from 'zod'
import { EventHeader } from '../../events/schema.ts'
import { saidOfAny } from '../history/said.ts'

const { id, at, writer, seq, actor, type } = EventHeader.shape

/** An event without the texts that it wrote. */
export const activity = z.object({
  ...{ id, at, writer, seq, actor, type },
  projectId: z.string().describe('the project that it is about').exactOptional(),
  recordId: z.string().describe('the record that it is about').exactOptional(),
  kind: z.string().describe('kind of the record, where the event says it').exactOptional(),
  title: z.string().describe('title of the record, where the event says it').exactOptional(),
  fields: z.array(z.string()).describe('names of the fields that it changed').exactOptional(),
  said: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe(`what was said with it: ${saidOfAny.join(', ')}`),
})

export const activityPage = z.object({
  events: z.array(activity).describe('what happened, newest first'),
  older: z
    .string()
    .nullable()
    .describe('what to give as before of /api/events to see older ones; null at the beginning of the log'),
})
