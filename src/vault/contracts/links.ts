/** The answers of `memo related --json` and `memo traverse --json`, and the links of a search's hits. */
import * as z from 'zod'
import { asOf, isStale, recordKey, recordSummary, tokens } from './record-parts.ts'

const { kind, status, title } = recordSummary

/** A target may be any text that somebody put between `[[` and `]]`. */
const linkEnd = {
  id: z.string().describe('id of the record; where it is not there, what the link says'),
  projectId: z.string().describe('its project'),
  dangling: z.literal(true).describe('there is no such record').exactOptional(),
  kind: kind.exactOptional(),
  status: status.exactOptional(),
  title: title.exactOptional(),
}
const types = z.array(z.string()).describe('what the links say: mentions, supersedes, evidence, or as declared; sorted')
const linked = z.object({ ...linkEnd, types })

export const neighbourhood = {
  out: z.array(linked).describe('records that it names: live, closed, not there'),
  in: z.array(linked).describe('records that name it: live, closed'),
  total: z
    .object({
      out: z.int().min(0).describe('how many records it names'),
      in: z.int().min(0).describe('how many records name it'),
    })
    .describe('how many there are, shown or not'),
  dangling: z
    .int()
    .min(0)
    .describe('how many of those that it names are not there; forgotten ones are counted only here'),
}

const record = z.object({ ...recordKey, kind, status, title }).describe('whose links these are')

export const relatedResult = z.object({ record, ...neighbourhood, tokens, stale: isStale, asOf: asOf.exactOptional() })

const via = z
  .object({
    id: linkEnd.id,
    projectId: linkEnd.projectId,
    direction: z.enum(['out', 'in']).describe('out: that record names this one; in: this one names it'),
    types,
  })
  .describe('the first link that led here, and the record it was found at')

export const traverseResult = z.object({
  record,
  nodes: z
    .array(z.object({ ...linkEnd, depth: z.int().min(1).describe('steps from the record'), via }))
    .describe('nearest first, each once'),
  truncated: z.boolean().describe('whether there is more within this depth'),
  tokens,
  stale: isStale,
  asOf: asOf.exactOptional(),
})
