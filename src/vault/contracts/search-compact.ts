/** The answer of `memo search --compact --json`. */
import * as z from 'zod'
import { recordFields } from '../../record/schema.ts'
import { recordKey } from './record-parts.ts'
import { searchResult } from './search.ts'

const { total, truncated, narrowHint, abstained, degraded, asOf, bumped, tokens, nextTokens } = searchResult.shape

const compactHit = z.object({
  id: recordKey.id,
  projectId: recordKey.projectId.describe('its project, where the hits are of several').exactOptional(),
  kind: recordFields.kind,
  title: recordFields.title.describe('its title, cut to fit'),
  updated: z.string().describe('day of the last change, YYYY-MM-DD'),
  score: z.number().describe('orders this list; three digits'),
})

export const compactResult = z.object({
  projectId: recordKey.projectId.describe('the project of all hits, where it is one').exactOptional(),
  hits: z.array(compactHit).describe('the page that was asked for, best first, a line each'),
  total,
  truncated: truncated.exactOptional(),
  narrowHint: narrowHint.unwrap().describe('how to make a long list shorter').exactOptional(),
  abstained: abstained.unwrap().describe('why there is no answer').exactOptional(),
  degraded: degraded.unwrap().describe('set when what was asked for could not be searched in full').exactOptional(),
  stale: z.literal(true).describe('newer events or edits could not be taken in').exactOptional(),
  asOf,
  bumped: bumped.exactOptional(),
  tokens,
  nextTokens,
})
