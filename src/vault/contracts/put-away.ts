/** The answer of `memo archive` and of `memo restore NAME…` with `--json`. */
import * as z from 'zod'
import { recordFields } from '../../record/schema.ts'
import { recordKey } from './record-parts.ts'

const record = z.object({
  ...recordKey,
  kind: recordFields.kind,
  title: z.string().describe('its title'),
  was: z.string().describe('its status before; forgotten for a record that was in no answer'),
  changed: z.boolean().describe('false where it was already so'),
})

export const putAwayResult = z.object({
  records: z.array(record).describe('the records named, each once'),
  events: z.array(z.string()).describe('ids of the events that were written: one for each record that changed'),
})
