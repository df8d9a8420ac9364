/**
 * What a memory is: the one zod schema of a record's content and counters. Types, event payloads, frontmatter and the
 * JSON contracts come from here. Loads zod, so a search that finds the vault up to date must not import it by value.
 */
import * as z from 'zod'
import { isId } from './ids.ts'
import type { JsonValue } from './json-value.ts'
import { parseDuration, parseInstant } from './times.ts'
import { kindNames, severities, statuses } from './vocabulary.ts'

export const RecordId = z.string().refine(isId, { error: 'must be an id: lower-case letters, digits, ".", "_" or "-"' })

/** A time as the person wrote it: a date or a date-time. The text is kept; comparisons use the instant. */
export const TimeText = z
  .string()
  .refine((text) => parseInstant(text) !== undefined, { error: 'must be a date (2031-03-05) or a date-time (ISO 8601)' })

const Ttl = z
  .string()
  .refine((text) => parseDuration(text) !== undefined || parseInstant(text) !== undefined, {
    error: 'must be a duration such as "14d" or "36h", or a date',
  })

const Word = z.string().min(1, { error: 'must not be empty' })

export const Link = z.object({ type: Word, target: Word })
export type Link = z.infer<typeof Link>

export const Facets = z.record(Word, z.array(z.string()))

const known = {
  kind: z.enum(kindNames),
  title: z.string().min(1),
  status: z.enum(statuses),
  tags: z.array(Word),
  pathPatterns: z.array(Word),
  severity: z.enum(severities),
  layer: Word,
  module: Word,
  created: TimeText,
  updated: TimeText,
  eventAt: TimeText,
  ttl: Ttl,
  expiresAt: TimeText,
  supersedes: Word,
  supersededBy: Word,
  links: z.array(Link),
  facets: Facets,
  entities: z.array(Word),
  source: Word,
  trust: Word,
  origin: Word,
  validFrom: TimeText,
  validTo: TimeText,
  evidence: z.array(Word),
  due: TimeText,
  body: z.string(),
}

/** The known content fields of a record, all optional; keys that a person added stand beside them and are kept. */
export const ContentFields: z.ZodType<ContentFields> = z.object(known).partial().catchall(z.json())
type Known = z.infer<z.ZodObject<typeof known>>
export type ContentFields = { [name in keyof Known]?: Known[name] | undefined } & {
  [name: string]: JsonValue | undefined
}

/** Counters folded from events; never set by hand except as the baseline of a record that arrives with a history. */
export const Counters = z.object({
  hits: z.int().min(0),
  lastHit: TimeText,
  occurrences: z.int().min(1),
  lastSeen: TimeText,
  helpful: z.int().min(0),
  stale: z.int().min(0),
  lastFeedback: TimeText,
  outcome: z.number().min(-1).max(1),
})
export const Baseline = Counters.partial()
export type Baseline = z.infer<typeof Baseline>

/** The names that frontmatter reserves: identity, content and counters. */
export const contentFieldNames = Object.keys(known)
