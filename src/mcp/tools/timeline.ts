/** The timeline tool: what happened around a record, and no more of it than a budget holds. */
import * as z from 'zod'
import { noNarrowing } from '../../record/narrowing.ts'
import { timelineResult } from '../../vault/contracts/timeline.ts'
import { getTimeline, type TimelineEntry } from '../../vault/reading/timeline.ts'
import { fitItems } from '../budget.ts'
import { projectId, toProjectScope } from './place.ts'
import { defineTool } from './tool.ts'
import { kindWord } from './words.ts'

/** On either side; further away is another story. */
const furthest = 50
/** As much as a search may take. */
const maxTokens = 2000

export const timeline = defineTool({
  name: 'timeline',
  description: 'Step 2: what happened around a record, by id or query.',
  told: {},
  unshown: ['kinds', 'crossProject'],
  example: { id: 'retry-needs-jitter' },
  input: z.strictObject({
    id: z.string().exactOptional(),
    query: z.string().exactOptional(),
    before: z.int().min(0).max(furthest).default(3),
    after: z.int().min(0).max(furthest).default(3),
    kinds: z.array(kindWord).exactOptional(),
    crossProject: z.boolean().default(false),
    projectId,
  }),
  output: timelineResult,
  annotations: { readOnlyHint: true },
  run: async ({ id, query, before, after, kinds, ...given }, context) => {
    const { entries, ...result } = await getTimeline(context.vault, {
      ...noNarrowing,
      ...{ name: id, query, before, after, kinds },
      ...{ statuses: undefined, includeScratch: false, includeExpired: false, asOf: undefined },
      scan: 'bounded',
      ...toProjectScope(given, context),
    })
    const near = keepNear(entries)
    return {
      entries: near,
      ...result,
      ...(near.length < entries.length && { leftOut: entries.length - near.length }),
    }
  },
})

/** Those nearest to the anchor, in their order. */
function keepNear(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const anchor = entries.findIndex(({ isAnchor }) => isAnchor)
  const distance = (entry: TimelineEntry): number => Math.abs(entries.indexOf(entry) - anchor)
  const { kept } = fitItems(
    [...entries].sort((a, b) => distance(a) - distance(b)),
    maxTokens,
  )
  return entries.filter((entry) => kept.includes(entry))
}
