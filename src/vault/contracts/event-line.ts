/** A line of the event log: one shape for each type of event, and those that a reader passes over. */
import * as z from 'zod'
import { EventHeader, type EventType, eventPayloads, type StoredEvent } from '../../events/schema.ts'

const eventTypes = Object.keys(eventPayloads) as EventType[]

const typeMeaning = 'what happened'

/** The events that this version knows; header and data agree on the type. */
export const storedEvents = eventTypes.map(toStoredEvent)

function toStoredEvent(type: EventType): z.ZodType<StoredEvent> {
  const shape = EventHeader.extend({
    type: z.literal(type).describe(typeMeaning),
    data: eventPayloads[type],
  })
  // The compiler would pair every type with every data; here each literal has its own.
  return shape.describe(eventPayloads[type].description ?? '') as unknown as z.ZodType<StoredEvent>
}

const redactedEvent = EventHeader.extend({
  data: z
    .strictObject({ redacted: z.unknown().describe('that it was taken out, and why') })
    .describe('stands in the place of the data'),
}).describe('An event whose data was taken out; its header still stands in the chain.')

const unknownEvent = EventHeader.extend({
  type: z
    .string()
    .regex(new RegExp(`^(?!(?:${eventTypes.join('|').replaceAll('.', '\\.')})$)`))
    .describe(typeMeaning),
  data: z.unknown().describe('depends on the type'),
}).describe('An event of a type that a later version writes.')

export const eventLine = z.union([...storedEvents, redactedEvent, unknownEvent])
