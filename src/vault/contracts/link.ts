/** The answer of `memo link` and `memo unlink` with `--json`. */
import * as z from 'zod'
import { Link, recordFields } from '../../record/schema.ts'
import { recordKey } from './record-parts.ts'

export const linkResult = z.object({
  ...recordKey,
  kind: recordFields.kind,
  title: z.string().describe('its title'),
  added: z.array(Link).describe('the links that were put in'),
  removed: z.array(Link).describe('the links that were taken out'),
  links: z.array(Link).describe('all that the record declares now'),
  changed: z.boolean().describe('false where it was already so'),
  event: z.string().nullable().describe('id of the event that says so; null when nothing changed'),
})
