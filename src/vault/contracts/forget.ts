/** The answer of `memo forget --json`. */
import * as z from 'zod'
import { recordKey } from './record-parts.ts'

export const forgetResult = z.object({
  ...recordKey,
  title: z.string().describe('what it was called'),
  event: z.string().describe('id of the event that says so'),
  redacted: z
    .object({
      events: z.int().describe('events that have no text any more'),
      kept: z.boolean().describe('the record is still there, with what it says now'),
      complete: z.boolean().describe('nothing is left to do in this vault; else the next command goes on'),
      elsewhere: z
        .array(
          z.object({
            place: z.enum(['git-history', 'remote', 'clones', 'copies']).describe('where the text may be still'),
            why: z.string().describe('why memo did not take it out there'),
            commands: z.array(z.string()).describe('for a shell, in this order'),
          }),
        )
        .describe('what a person has to do, in this order'),
    })
    .describe('with --redact or --redact-history: what became of the text')
    .exactOptional(),
})
