/** The answer of `memo move --json`. */
import * as z from 'zod'
import { recordFields } from '../../record/schema.ts'
import { recordKey } from './record-parts.ts'

export const moveResult = z.object({
  ...recordKey,
  kind: recordFields.kind,
  title: z.string().describe('its title'),
  from: z.object(recordKey).describe('what it was called before'),
  followed: z.array(z.object(recordKey)).describe('the records whose links to it follow'),
  event: z.string().describe('id of the event that made it here'),
})
