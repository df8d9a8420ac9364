/** The parts that several answers share: which record is meant, and what is shown of it. */
import * as z from 'zod'
import { Counters, RecordId, recordFields } from '../../record/schema.ts'

const { kind, status, title, tags, pathPatterns, created, updated } = recordFields
const { hits, occurrences } = Counters.shape

/** Which record: the ids are unique in their project only. */
export const recordKey = {
  id: RecordId.describe('id of the record, unique in its project'),
  projectId: RecordId.describe('the project that the record belongs to'),
}

/** What every list shows of a record. */
export const recordSummary = {
  ...recordKey,
  kind,
  status,
  title,
  tags,
  pathPatterns,
  created,
  updated,
  filepath: z.string().describe('path of its Markdown file, relative to the vault'),
  hits,
  occurrences,
}

/** Kept as text: a later version may know more of them. */
export const severity = z.string().describe('how bad a trap is: low, medium, high or critical')

export const supersededBy = z.string().describe('id of the record that took its place')

/** Of an answer from an earlier time. */
export const asOf = z.string().describe('with --as-of: the instant that was asked for (ISO 8601, UTC)')

/** Of an answer that may be older than the log or the files. */
export const isStale = z.boolean().describe('whether newer events or edits could not be taken in')

/** Of an answer that an agent may have to pay for. */
export const tokens = z.int().min(0).describe('about how many tokens this answer is')
