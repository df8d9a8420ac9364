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
const TimeText = z.string().refine((text) => parseInstant(text) !== undefined, {
  error: 'must be a date (2031-03-05) or a date-time (ISO 8601)',
})

const Ttl = z.string().refine((text) => parseDuration(text) !== undefined || parseInstant(text) !== undefined, {
  error: 'must be a duration such as "14d" or "36h", or a date',
})

const Commit = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/, { error: 'must be the hash of a commit: 7 to 64 hexadecimal digits in lower case' })

const Word = z.string().min(1, { error: 'must not be empty' })

export const Link = z.object({
  type: Word.describe('what the link says: depends-on, relates …'),
  target: Word.describe('id or project/id of the other record'),
})
export type Link = z.infer<typeof Link>

const Facets = z.record(Word, z.array(z.string()))

/** The fields that a record may have, one schema each; the description is what the generated references print. */
export const recordFields = {
  kind: z.enum(kindNames).describe('what kind of memory it is'),
  title: Word.describe('one line, at most 500 characters'),
  status: z.enum(statuses).describe('where it stands; superseded and archived are closed'),
  tags: z.array(Word).describe('tags, sorted'),
  pathPatterns: z.array(Word).describe('paths or globs that it is about, relative to the root of the project'),
  severity: z.enum(severities).describe('how bad a trap is'),
  layer: Word.describe('the layer of the product that it is about'),
  module: Word.describe('the module that it is about'),
  created: TimeText.describe('when it was first written'),
  updated: TimeText.describe('when its content last changed'),
  eventAt: TimeText.describe('when what it tells happened, if not when it was written'),
  ttl: Ttl.describe('how long it is good for: a duration from its creation (14d), or a date'),
  expiresAt: TimeText.describe('when it expires; stands above ttl'),
  supersedes: Word.describe('id of the record that it took the place of'),
  supersededBy: Word.describe('id of the record that took its place'),
  links: z.array(Link).describe('links to other records'),
  facets: Facets.describe('named lists of values'),
  entities: z.array(Word).describe('names that it mentions, sorted'),
  source: Word.describe('who or what it comes from'),
  trust: Word.describe('how far it can be relied on'),
  movedFrom: Word.describe('project/id that it had before it was moved'),
  movedTo: Word.describe('project/id that it has since it was moved; it is forgotten under this one'),
  origin: Word.describe('path of the file that it was imported from'),
  validFrom: TimeText.describe('from when on it holds; a bare date is the start of that day'),
  validTo: TimeText.describe('from when on it does not hold any more; a bare date is the start of that day'),
  evidence: z.array(Word).describe('ids of the records that it follows from'),
  due: TimeText.describe('when a task is due'),
  verifiedAtSha: Commit.describe('commit of the product that its paths were last compared with'),
  body: z.string().describe('the text, Markdown'),
}

/** The known content fields of a record, all optional; keys that a person added stand beside them and are kept. */
export const ContentFields: z.ZodType<ContentFields> = z.object(recordFields).partial().catchall(z.json())
type Known = z.infer<z.ZodObject<typeof recordFields>>
export type ContentFields = { [name in keyof Known]?: Known[name] | undefined } & {
  [name: string]: JsonValue | undefined
}

/** Counters folded from events; never set by hand except as the baseline of a record that arrives with a history. */
export const Counters = z.object({
  hits: z.int().min(0).describe('acknowledged uses'),
  lastHit: TimeText.describe('the newest use'),
  occurrences: z.int().min(1).describe('how often it came up, the first time included'),
  lastSeen: TimeText.describe('when it last came up again'),
  helpful: z.int().min(0).describe('ratings that say it helped'),
  stale: z.int().min(0).describe('ratings that say it is stale or wrong'),
  lastFeedback: TimeText.describe('the newest rating or signal'),
  outcome: z.number().min(-1).max(1).describe('moving average of ratings and signals, from -1 (misled) to 1 (helped)'),
})
export const Baseline = Counters.partial()
export type Baseline = z.infer<typeof Baseline>

/** The names that frontmatter reserves: identity, content and counters. */
export const contentFieldNames = Object.keys(recordFields)
