/** The answer of `memo edit --json`. */
import * as z from 'zod'
import { recordFields } from '../../record/schema.ts'
import { changes } from './history.ts'
import { recordKey, recordSummary } from './record-parts.ts'

export const editResult = z.object({
  ...recordKey,
  kind: recordFields.kind,
  title: z.string().describe('its title'),
  filepath: recordSummary.filepath,
  changed: z.boolean().describe('whether the record is another than before'),
  changes,
  bodyDiff: z.string().describe('of the text: the hunks of a unified diff; missing where it stayed').exactOptional(),
  event: z.string().nullable().describe('id of the newest event of the record; null when nothing changed'),
})
