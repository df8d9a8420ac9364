/** The upsert tool: one record written, or the given fields of one changed. */
import * as z from 'zod'
import { recordFields } from '../../record/schema.ts'
import { upsertResult } from '../../vault/contracts/upsert.ts'
import { toRecordDraft } from '../../vault/writing/record-draft.ts'
import { upsertRecord } from '../../vault/writing/upsert.ts'
import { place, toPlace } from './place.ts'
import { defineTool } from './tool.ts'
import { statusWord } from './words.ts'

const { kind, title, body, tags, pathPatterns, severity, ttl, supersedes } = recordFields
const { links, facets, entities, source, layer, module, eventAt, evidence, validFrom, validTo, due, verifiedAtSha } =
  recordFields

const shown = { kind, title, body, tags, pathPatterns, severity, status: statusWord, ttl, supersedes }
/** Written seldom: taken, and not told to every agent at every start. */
const unshown = {
  links,
  facets,
  entities,
  source,
  layer,
  module,
  eventAt,
  evidence,
  validFrom,
  validTo,
  due,
  verifiedAtSha,
}

export const upsert = defineTool({
  name: 'upsert',
  description: 'Write a record, or change the given fields of the one with this id. New: kind and body.',
  told: {
    pathPatterns: 'globs it is about',
    ttl: '14d, or a date',
    supersedes: 'id',
  },
  unshown: Object.keys(unshown),
  example: { kind: 'trap', title: 'Retries need jitter', body: 'All come back at once.' },
  input: z.strictObject({
    id: z.string().exactOptional(),
    ...z.object({ ...shown, ...unshown }).partial().shape,
    ...place,
  }),
  output: upsertResult,
  annotations: { destructiveHint: false },
  run: async ({ id, projectId, cwd, ...fields }, context) => {
    const { vault } = context
    const draft = toRecordDraft(id, fields, vault.config.limits)
    return upsertRecord(vault, draft, toPlace({ projectId, cwd }, context))
  },
})
