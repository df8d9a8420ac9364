/**
 * Every event type of the log, one schema each, and the validation of a decoded line. Loads zod: readers that find
 * nothing new in the log must not import it by value.
 */
import * as z from 'zod'
import { MemoError } from '../lib/errors.ts'
import { Baseline, ContentFields, RecordId } from '../record/schema.ts'
import { actors, ratings } from '../record/vocabulary.ts'

const Key = z.object({ project: RecordId, id: RecordId })
const Session = z.string().min(1)

const payloads = {
  'vault.created': z.object({ name: z.string().optional() }),
  'project.registered': z.object({
    project: RecordId,
    name: z.string().optional(),
    remote: z.string().optional(),
    root: z.string().optional(),
    /** The canonical project that this id stands for; null ends an alias. */
    aliasOf: RecordId.nullable().optional(),
  }),
  'record.upserted': Key.extend({
    set: ContentFields,
    unset: z.array(z.string()).optional(),
    baseline: Baseline.optional(),
  }),
  'record.recurred': Key.extend({ title: z.string().optional(), body: z.string().optional() }),
  'record.superseded': Key.extend({ by: RecordId }),
  'record.archived': Key.extend({ reason: z.string().optional() }),
  'record.restored': Key.extend({ reason: z.string().optional() }),
  'record.forgotten': Key.extend({ reason: z.string().optional() }),
  'record.redacted': Key.extend({ events: z.array(z.string()) }),
  'record.hit': Key.extend({
    via: z.enum(['get', 'search', 'bootstrap']),
    session: Session.optional(),
    query: z.string().optional(),
  }),
  'session.seen': Key.extend({ session: Session }),
  'record.rated': Key.extend({
    rating: z.enum(ratings),
    comment: z.string().optional(),
    session: Session.optional(),
  }),
  'query.logged': z.object({
    project: RecordId.optional(),
    query: z.string(),
    hits: z.int().min(0),
    abstained: z.string().optional(),
  }),
}

type Payloads = { [T in keyof typeof payloads]: z.infer<(typeof payloads)[T]> }
export type EventType = keyof Payloads

/** What happened, without who wrote it when. */
export type EventBody = { [T in EventType]: { type: T; data: Payloads[T] } }[EventType]
export type EventDraft = EventBody & { actor: EventHeader['actor'] }

export const EventHeader = z.object({
  v: z.literal(1),
  id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  writer: RecordId,
  seq: z.int().min(1),
  at: z.iso.datetime(),
  actor: z.enum(actors),
  type: z.string(),
  digest: z.string(),
  prev: z.string(),
  crc: z.string(),
})
export type EventHeader = z.infer<typeof EventHeader>

export type StoredEvent = EventHeader & EventBody

/** An event whose type this version does not know, or whose data was redacted: part of the chain, not of the fold. */
export type OpaqueEvent = EventHeader & { type: string; data: undefined }

/** Gives a decoded line its type, or says what is wrong with it (INTEGRITY). */
export function toEvent(line: { header: unknown; data: unknown }): StoredEvent | OpaqueEvent {
  const header = check(EventHeader, line.header, 'header')
  const payload = isEventType(header.type) ? payloads[header.type] : undefined
  if (payload === undefined || isRedacted(line.data)) return { ...header, data: undefined }
  return { ...header, type: header.type, data: check(payload, line.data, header.type) } as StoredEvent
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(payloads, type)
}

function isRedacted(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'redacted' in data
}

function check<T extends z.ZodType>(schema: T, value: unknown, what: string): z.infer<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new MemoError('INTEGRITY', `not a valid ${what}: ${z.prettifyError(result.error)}`)
}

/** The payload schemas by event type, for the generated JSON Schemas and docs. */
export const eventPayloads = payloads
