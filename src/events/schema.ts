/**
 * Every event type of the log, one schema each, and the validation of a decoded line. Loads zod: readers that find
 * nothing new in the log must not import it by value.
 */
import * as z from 'zod'
import { MemoError } from '../lib/errors.ts'
import { Baseline, ContentFields, RecordId } from '../record/schema.ts'
import { actors, type EventType, ratings } from '../record/vocabulary.ts'
import { findRedactor } from './codec.ts'

export type { EventType } from '../record/vocabulary.ts'

const Key = z.object({
  project: RecordId.describe('the project that the record belongs to'),
  id: RecordId.describe('the record'),
})
const Session = z.string().min(1)
const Reason = z.string().describe('why').optional()

const payloads = {
  'vault.created': z
    .object({ name: z.string().describe('what people call the vault').optional() })
    .describe('The vault was made.'),
  'project.registered': z
    .object({
      project: RecordId.describe('the project'),
      name: z.string().describe('what people call it').optional(),
      remote: z.string().describe('its normalised git remote').optional(),
      root: z.string().describe('a folder that belongs to it; folders add up').optional(),
      aliasOf: RecordId.nullable()
        .describe('the canonical project that this id stands for; null ends an alias')
        .optional(),
    })
    .describe('A project was met for the first time, or something new was learned of it.'),
  'record.upserted': Key.extend({
    set: ContentFields.describe('the content fields that changed; at creation all that are set'),
    unset: z.array(z.string()).describe('names of the fields that were taken away').optional(),
    baseline: Baseline.describe('what a record that arrives with a history has counted before').optional(),
  }).describe('A record was made, or some of its fields changed.'),
  'record.recurred': Key.extend({
    title: z.string().describe('the title that it was told with this time').optional(),
    body: z.string().describe('the text that it was told with this time').optional(),
  }).describe('A trap came up again.'),
  'record.superseded': Key.extend({ by: RecordId.describe('the record that took its place') }).describe(
    'Another record took the place of this one.',
  ),
  'record.archived': Key.extend({ reason: Reason }).describe('A record was put away.'),
  'record.restored': Key.extend({ reason: Reason }).describe('A record that was put away is in use again.'),
  'record.forgotten': Key.extend({ reason: Reason }).describe(
    'A record was taken out of every answer; its events stay in the log.',
  ),
  'record.redacted': Key.extend({
    events: z.array(z.string()).describe('ids of the events without data'),
    all: z
      .literal(true)
      .describe(
        'so have all other events before this one that say more of the record than numbers, wherever they come from',
      )
      .exactOptional(),
  }).describe('The data of some events of a record was taken out of the log.'),
  'record.hit': Key.extend({
    via: z.enum(['get', 'search', 'bootstrap']).describe('how it was used'),
    session: Session.describe('the session that used it').optional(),
    query: z.string().describe('what had been searched for').optional(),
  }).describe('A record was used, and the use counts.'),
  'session.seen': Key.extend({ session: Session.describe('the session') }).describe(
    'A session used a record, and a second use in it does not count.',
  ),
  'record.rated': Key.extend({
    rating: z.enum(ratings).describe('what was said of it; missing where it was a signal').exactOptional(),
    signal: z.number().min(-1).max(1).describe('how far it helped (1) or misled (-1); 0 says neither').exactOptional(),
    comment: z.string().describe('why').optional(),
    session: Session.describe('the session that said so').optional(),
  })
    .refine(({ rating, signal }) => (rating === undefined) !== (signal === undefined), {
      error: 'must have either a rating or a signal',
    })
    .describe('Somebody said whether a record helped.'),
  'query.logged': z
    .object({
      query: z.string().describe('what was searched for'),
      projects: z.array(RecordId).describe('the projects that were searched; missing for all').exactOptional(),
      filters: z.array(z.string()).describe('names of the filters that narrowed it, without their values'),
      profile: z.string().describe('the ranking profile'),
      ids: z.array(z.string()).max(10).describe('project/id of the first records shown, best first'),
      total: z.int().min(0).describe('how many records were found'),
      abstained: z.string().describe('why nothing was found').exactOptional(),
      session: Session.describe('the session that searched').exactOptional(),
      ms: z.int().min(0).describe('milliseconds that it took'),
    })
    .describe('A search was made; written only where the settings ask for it.'),
} satisfies { [type in EventType]: z.ZodType }

type Payloads = { [T in keyof typeof payloads]: z.infer<(typeof payloads)[T]> }

/** What happened, without who wrote it when. */
export type EventBody = { [T in EventType]: { type: T; data: Payloads[T] } }[EventType]
export type EventDraft = EventBody & { actor: EventHeader['actor'] }

export const EventHeader = z.object({
  v: z.literal(1).describe('version of the line format'),
  id: z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    .describe('ULID of the event; with the writer it orders all events'),
  writer: RecordId.describe('the clone of the vault that wrote it'),
  seq: z.int().min(1).describe('number of the line in the log of its writer'),
  at: z.iso.datetime().describe('when it was written, by the clock of its writer'),
  actor: z.enum(actors).describe('the part of the product that wrote it'),
  type: z.string().describe('what happened'),
  digest: z.string().describe('SHA-256 of the data as it stands in the line'),
  prev: z.string().describe('SHA-256 of the header of the line before; zeros in the first'),
  crc: z.string().describe('CRC-32 of the fields before it'),
})
export type EventHeader = z.infer<typeof EventHeader>

export type StoredEvent = EventHeader & EventBody

/** An event whose type this version does not know, or whose data was redacted: part of the chain, not of the fold. */
export type OpaqueEvent = EventHeader & { type: string; data: undefined }

/** Gives a decoded line its type, or says what is wrong with it (INTEGRITY). */
export function toEvent(line: { header: unknown; data: unknown }): StoredEvent | OpaqueEvent {
  const header = check(EventHeader, line.header, 'header')
  const payload = isEventType(header.type) ? payloads[header.type] : undefined
  if (payload === undefined || findRedactor(line.data) !== undefined) return { ...header, data: undefined }
  return { ...header, type: header.type, data: check(payload, line.data, header.type) } as StoredEvent
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(payloads, type)
}

function check<T extends z.ZodType>(schema: T, value: unknown, what: string): z.infer<T> {
  const result = tryParse(schema, value)
  if (result === undefined) throw new MemoError('INTEGRITY', `not a valid ${what}: nested too deep`)
  if (result.success) return result.data
  throw new MemoError('INTEGRITY', `not a valid ${what}: ${z.prettifyError(result.error)}`)
}

/** Undefined where the data is nested deeper than the stack: that is damage too, and no fault of ours. */
function tryParse<T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.infer<T>> | undefined {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The payload schemas by event type, for the generated JSON Schemas and docs. */
export const eventPayloads = payloads
