/** The answers of `memo log tail` and `show` with `--json`. */
import * as z from 'zod'
import { EventHeader, type StoredEvent } from '../../events/schema.ts'
import { storedEvents } from './event-line.ts'

const opaqueEvent = EventHeader.extend({ data: z.never().optional().describe('is not there') }).describe(
  'An event of a type that this version does not know, or one whose data was taken out.',
)

const event: z.ZodType<StoredEvent | z.infer<typeof opaqueEvent>> = z.union([...storedEvents, opaqueEvent])

export const tailResult = z.object({
  events: z.array(event).describe('the newest that match, the newest last'),
  total: z.int().min(0).describe('how many match in all'),
})

export const showResult = z.object({ event: event.describe('the event') })
