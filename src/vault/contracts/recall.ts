/** The answer of `memo recall --json`. */
import * as z from 'zod'
import { tiers } from '../../retrieval/disclosure.ts'
import { asOf, recordKey, recordSummary, tokens } from './record-parts.ts'
import { searchResult } from './search.ts'

const { abstained, degraded, stale } = searchResult.shape

const entry = z.object({
  ...recordKey,
  kind: recordSummary.kind,
  title: recordSummary.title,
  tier: z.enum(tiers).describe('how much is told: full text, a line, or the name'),
  text: z.string().describe('Markdown; all of them, each with a line break behind it, are the pack'),
})

export const recallResult = z.object({
  entries: z.array(entry).describe('best first'),
  omitted: z.int().min(0).describe('records found that the budget left out'),
  truncated: z.int().min(0).describe('matching records that were not looked at; raise the limit'),
  budget: z.int().min(1).describe('most characters (code points) of the pack'),
  used: z.int().min(0).describe('characters of the pack; never more than the budget'),
  tokens,
  nextTokens: z.int().min(0).describe('about how many tokens the texts are that are not told in full'),
  abstained,
  degraded,
  stale,
  asOf: asOf.exactOptional(),
})
