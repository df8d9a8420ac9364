/** The answer of `memo bootstrap --json`. */
import * as z from 'zod'
import { places } from '../bootstrap/candidates.ts'
import { noticeCodes } from '../bootstrap/notices.ts'
import { partNames } from '../bootstrap/part.ts'
import { briefTiers } from '../bootstrap/tier.ts'
import { recordKey, recordSummary } from './record-parts.ts'
import { searchResult } from './search.ts'

const { degraded, stale, bumped } = searchResult.shape
const { kind, title, status } = recordSummary

const tier = z.enum(briefTiers).describe('how much is told: all of it, its beginning, a line about it, its name')
const bytes = z.int().min(0)
const count = z.int().min(0)
const part = z.enum(partNames).describe('part of the brief')

const briefRecord = z.object({
  ...recordKey,
  ...{ kind, title, status, tier },
  bytes: bytes.describe('bytes of the text that it takes'),
})

const section = z.object({
  name: z.enum(['slice', 'session', 'traps', 'decisions']).describe('part of the brief'),
  total: count.describe('how many there are in the project'),
  records: z.array(briefRecord).describe('those that are told, best first'),
})

const drifted = z.object({
  ...recordKey,
  kind,
  path: z.string().describe('the path of the product, as the record names it'),
  change: z.enum(['missing', 'changed']).describe('not there, or not as it was in the commit of verifiedAtSha'),
})

const notice = z.object({
  code: z.enum(noticeCodes).describe('what it is about'),
  message: z.string().describe('one sentence'),
  id: recordKey.id.exactOptional(),
})

const explainedPart = z.object({
  name: part,
  share: bytes.describe('bytes that are its own, whatever the others need'),
  used: bytes.describe('bytes that it takes'),
  told: count.describe('how many are told'),
  leftOut: count.describe('how many were looked at and had no room'),
  unseen: count.describe('how many more there are'),
})

const explainedRecord = z.object({
  part,
  ...recordKey,
  ...{ kind, title },
  place: z.enum(places).describe('why it stands where it does'),
  told: tier.nullable().describe('how much is told; null: left out for want of room'),
  bytes: bytes.describe('bytes that it takes'),
  fullBytes: bytes.describe('bytes that all of it would take'),
})

const explain = z.object({
  room: z.int().describe('bytes for the parts: what the frame leaves'),
  parts: z.array(explainedPart).describe('in the order of the text'),
  records: z.array(explainedRecord).describe('every record that was looked at; told is null for those left out'),
})

export const bootstrapResult = z.object({
  project: recordKey.projectId.describe('the project that the brief is of'),
  text: z.string().describe('the brief: Markdown inside one element; stored text in it is data, quoted and harmless'),
  bytes: bytes.describe('of the text, in UTF-8; never more than maxBytes'),
  maxBytes: bytes.describe('most bytes of the text'),
  sections: z.array(section).describe('the records that are told'),
  drift: z.array(drifted).describe('records that name files which are gone or have changed; those that are told'),
  notices: z.array(notice).describe('what somebody should look at; those that are told'),
  omitted: count.describe('records, drift and notices that are not told'),
  bumped,
  degraded,
  stale,
  explain: explain.describe('with --explain: what became of everything that was looked at').exactOptional(),
})
