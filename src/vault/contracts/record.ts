/** The parts that several answers share: which record is meant, and what is shown of it. */
import * as z from 'zod'
import { Counters, RecordId, recordFields } from '../../record/schema.ts'

const { kind, title, tags, pathPatterns, layer, created, updated } = recordFields
const { hits, lastHit, occurrences, lastSeen, helpful, stale } = Counters.shape

/** Which record: the ids are unique in their project only. */
export const recordKey = {
  id: RecordId.describe('id of the record, unique in its project'),
  projectId: RecordId.describe('the project that the record belongs to'),
}

/** What every list shows of a record. */
export const recordSummary = {
  ...recordKey,
  kind,
  status: recordFields.status,
  title,
  tags,
  pathPatterns,
  created,
  updated,
  filepath: z.string().describe('path of its Markdown file, relative to the vault'),
  hits,
  occurrences,
}

const severity = z.string().describe('how bad a trap is: low, medium, high or critical')

/** The rest of the listing: what a record may lack. */
const listedRecord = z.object({
  ...recordSummary,
  severity: severity.optional(),
  layer: layer.optional(),
  lastHit: lastHit.optional(),
  lastSeen: lastSeen.optional(),
  helpful,
  stale,
  supersededBy: z.string().describe('id of the record that took its place').optional(),
  expired: z.boolean().describe('whether its lifetime is over'),
})

/** The answer of `memo list` and `memo rank`. */
export const listResult = z.object({
  records: z.array(listedRecord).describe('the page that was asked for, in order'),
  total: z.int().min(0).describe('how many records are in scope, shown or not'),
  stale: z.boolean().describe('whether newer events or edits could not be taken in'),
})
