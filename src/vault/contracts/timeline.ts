/** The answer of `memo timeline --json`. */
import * as z from 'zod'
import { asOf, isStale, recordKey, recordSummary, tokens } from './record-parts.ts'
import { abstention } from './search.ts'

const { kind, status, title, filepath } = recordSummary

const entry = z.object({
  ...recordKey,
  kind,
  status,
  title,
  at: z.string().describe('when it happened, else when it was written (ISO 8601, UTC)'),
  isAnchor: z.boolean().describe('whether it is the record that was asked for'),
  gist: z.string().describe('first sentence of the body, at most 160 characters'),
  filepath,
})

export const timelineResult = z.object({
  entries: z.array(entry).describe('the record and its neighbours, oldest first'),
  abstained: abstention
    .nullable()
    .describe('why the query led to no record, or not likely to the right one; else null'),
  tokens,
  nextTokens: z.int().min(0).describe('about how many tokens memo get of all these records takes'),
  stale: isStale,
  asOf: asOf.exactOptional(),
})
