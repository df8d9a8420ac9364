/** The answers of `memo log tail`, `show` and `verify` with `--json`, and the line of the log itself. */
import * as z from 'zod'
import { EventHeader, type EventType, eventPayloads, type StoredEvent } from '../../events/schema.ts'

export const eventTypes = Object.keys(eventPayloads) as EventType[]

/** Header and data agree on the type; each pair is one member of the union. */
const storedEvents = eventTypes.map((type) =>
  EventHeader.extend({ type: z.literal(type), data: eventPayloads[type] }).describe(eventPayloads[type].description ?? ''),
) as unknown as [z.ZodType<StoredEvent>]

const opaqueEvent = EventHeader.extend({ data: z.undefined().optional() }).describe(
  'An event of a type that this version does not know, or one whose data was taken out.',
)

const event = z.union([...storedEvents, opaqueEvent])
