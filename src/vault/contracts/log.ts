/** The answers of `memo log` and `log show` with `--json`. */
import * as z from 'zod'
import { EventHeader, type StoredEvent } from '../../events/schema.ts'
import { storedEvents } from './event-line.ts'
import { isStale } from './record-parts.ts'

const opaqueEvent = EventHeader.extend({ data: z.never().optional().describe('is not there') }).describe(
  'An event of a type that this version does not know, or one whose data was taken out.',
)

const event: z.ZodType<StoredEvent | z.infer<typeof opaqueEvent>> = z.union([...storedEvents, opaqueEvent])

export const logResult = z.object({
  events: z.array(event).describe('the newest that match, newest first; with --reverse the oldest of them first'),
  more: z.boolean().describe('whether older events match too'),
  stale: isStale,
})

export const showResult = z.object({ event: event.describe('the event') })
