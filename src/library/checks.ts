/**
 * The options of each call, and what stands before them, checked: a program in JavaScript is told of a wrong name or
 * value, and not left without hits.
 */
import * as z from 'zod'
import { recordFields } from '../record/schema.ts'
import { kindNames, modes, ratings, sorts, statuses } from '../record/vocabulary.ts'

const text = z.string().optional()
const flag = z.boolean().optional()
const texts = z.array(z.string()).optional()
const count = z.int().min(1).optional()
const offset = z.int().min(0).optional()
const kind = z.enum(kindNames)

const call = { signal: z.instanceof(AbortSignal).optional() }
const place = { ...call, project: text, cwd: text }
const written = { ...place, allowSecret: flag }

const scope = {
  ...call,
  project: z
    .union([z.string(), z.array(z.string())])
    .refine(({ length }) => length > 0, { error: 'names none; leave it out for the one of the folder' })
    .optional(),
  allProjects: flag,
  cwd: text,
  kinds: z.array(kind).optional(),
  tags: texts,
  layer: text,
  path: text,
  facets: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)])).optional(),
  entity: z.string().trim().min(1).optional(),
  source: text,
  trust: text,
  since: moment(z.string()),
  until: moment(z.string()),
  asOf: moment(z.string()),
}

const closed = { statuses: z.array(z.enum(statuses)).optional(), includeExpired: flag }

export const searchOptions = z.strictObject({
  query: z.string(),
  ...{ ...scope, ...closed, includeScratch: flag, limit: count, offset, sort: z.enum(sorts).optional() },
  ...{ hitIds: texts, session: text, explain: flag, expandLinks: flag, mode: z.enum(modes).optional() },
  ...{ profile: text, maxTokens: count, refresh: flag },
})

export const listOptions = z.strictObject({
  ...{ ...scope, ...closed, includeEphemeral: flag, limit: count, offset },
  sort: z.enum(sorts).exclude(['relevance']).optional(),
})

export const rankOptions = z.strictObject({ ...scope, limit: count })

export const recallOptions = z.strictObject({
  query: z.string(),
  ...{ ...scope, ...closed, includeScratch: flag, budget: count },
})

export const getOptions = z.strictObject({
  names: z.array(z.string()).min(1),
  ...{ ...place, kind: kind.optional(), session: text, asOf: moment(z.string()), counted: flag },
  lines: z
    .tuple([z.int().min(1), z.int().min(1)])
    .refine(([from, to]) => from <= to, { error: 'must not end before it begins' })
    .optional(),
})

export const writeOptions = z.strictObject(written)

const feedback = { ...written, name: z.string(), comment: text, session: text }

export const rateOptions = z.strictObject({ ...feedback, rating: z.enum(ratings) })

/** The `signal` of the call ends it; what is said of the record has another name here. */
export const reinforceOptions = z.strictObject({ ...feedback, worth: z.number().min(-1).max(1) })

export const forgetOptions = z.strictObject({ ...written, name: z.string(), reason: text })

export const bootstrapOptions = z.strictObject({
  ...{ ...place, query: text, path: text, slug: text, maxBytes: count, session: text },
  ...{ counted: flag, explain: flag },
})

export const followOptions = z.strictObject({ ...call, after: text })

export const openOptions = z.strictObject({
  ...{ root: text, create: flag, cwd: text, project: text, session: text },
  onNotice: z.custom<(text: string) => void>((value) => typeof value === 'function').optional(),
})

const { title, body, status, tags, pathPatterns, severity, layer, module, ttl, supersedes } = recordFields
const { eventAt, expiresAt, validFrom, validTo, due } = recordFields
const { links, facets, entities, source, trust, evidence, verifiedAtSha } = recordFields

export const recordInput = z.strictObject({
  id: text,
  ...z
    .object({
      ...{ kind: recordFields.kind, title, body, status, tags, pathPatterns, severity, layer, module, ttl, supersedes },
      ...{ links, facets, entities, source, trust, evidence, verifiedAtSha },
    })
    .partial().shape,
  ...{ eventAt: moment(eventAt), expiresAt: moment(expiresAt), validFrom: moment(validFrom), validTo: moment(validTo) },
  due: moment(due),
})

/** A date goes on as the text that it stands for; one that holds no time is left to the schema to refuse. */
function moment(schema: z.ZodString | z.ZodType<string>) {
  const toText = (value: unknown): unknown =>
    value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value
  return z.preprocess(toText, schema.optional()).optional()
}
