/** The frontmatter of a record's file. Keys that a person added stand beside the known ones and are kept. */
import * as z from 'zod'
import { Counters, RecordId, recordFields } from '../../record/schema.ts'

const { body: _, ...fields } = recordFields

export const frontmatter = z
  .object({
    id: RecordId.describe('id of the record; follows from the name of the file'),
    project: RecordId.describe('its project; follows from the folder of the file'),
    ...fields,
    ...Counters.shape,
  })
  .partial()
  .catchall(z.json())
