/** The answer of `memo export --json`, and a line of what it writes. */
import * as z from 'zod'
import { recordFields } from '../../record/schema.ts'
import { exportFormats } from '../export/forms.ts'
import { frontmatter } from './frontmatter.ts'
import { asOf, isStale } from './record-parts.ts'
import { abstention } from './search.ts'

export const exportResult = z.object({
  format: z.enum(exportFormats).describe('the form that was asked for'),
  out: z.string().nullable().describe('absolute path of the file or folder; null for standard output'),
  records: z.int().min(0).describe('records that were selected'),
  bytes: z.int().min(0).describe('bytes that were written'),
  abstained: abstention.nullable().describe('why the query found nothing, or nothing likely; null otherwise'),
  secrets: z
    .object({
      records: z.int().min(0).describe('records that hold what looks like a secret'),
      places: z.array(z.string()).describe('where it stands in the first of them; never the secret'),
    })
    .describe('what the reader of the export should not see'),
  stale: isStale,
  asOf: asOf.exactOptional(),
})

/** Keys that a person added stand among them. */
export const exportedRecord = frontmatter.required({ id: true, project: true, kind: true }).extend({
  body: recordFields.body,
})
