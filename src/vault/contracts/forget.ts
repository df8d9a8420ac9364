/** The answer of `memo forget --json`. */
import * as z from 'zod'
import { recordKey } from './record-parts.ts'

export const forgetResult = z.object({
  ...recordKey,
  title: z.string().describe('what it was called'),
  event: z.string().describe('id of the event that says so'),
})
