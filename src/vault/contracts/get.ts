/** The answer of `memo get --json`. */
import * as z from 'zod'
import { Baseline, Counters, recordFields } from '../../record/schema.ts'
import { asOf, recordKey, recordSummary, tokens } from './record-parts.ts'

/** Names beside those that a file’s frontmatter uses; what a person added there stands under its own name, if that is free. */
export const gotRecord = z.looseObject({
  ...z.object(recordFields).partial().shape,
  ...Baseline.shape,
  ...recordKey,
  kind: recordFields.kind,
  body: recordFields.body.describe('the text, Markdown; with --lines only those'),
  filepath: recordSummary.filepath,
  hits: Counters.shape.hits,
  lines: z
    .tuple([z.int().min(1), z.int().min(1)])
    .describe(
      'with --lines: first and last line of the body that are shown, from 1; first behind last where it has none there',
    )
    .exactOptional(),
  expired: z.literal(true).describe('its lifetime is over, or it does not hold any more').exactOptional(),
})

const missing = z.object({
  name: z.string().describe('as it was asked for'),
  reason: z.enum(['not_found', 'ambiguous', 'forgotten']).describe('what is wrong with the name'),
  candidates: z.array(z.string()).describe('project/id of what it may have meant'),
  forgottenAt: z.string().describe('when it was forgotten').exactOptional(),
  restore: z.string().describe('the command that brings it back, where its text is in the log').exactOptional(),
})

export const getResult = z.object({
  records: z.array(gotRecord).describe('in the order of the names, each once'),
  missing: z.array(missing).describe('names that are not one record; then the exit status is 1'),
  tokens: tokens.describe('about how many tokens the titles and texts are'),
  asOf: asOf.exactOptional(),
})
