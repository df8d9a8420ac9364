/** The recall tool: what is known of something, as one text within a budget. */
import * as z from 'zod'
import { noNarrowing } from '../../record/narrowing.ts'
import { recallResult } from '../../vault/contracts/recall.ts'
import { recallRecords } from '../../vault/reading/recall.ts'
import { projectId, toProjectScope } from './place.ts'
import { defineTool } from './tool.ts'
import { kindWord } from './words.ts'

/** A pack longer than this (characters) is no answer any more. */
const longestPack = 100_000

export const recall = defineTool({
  name: 'recall',
  description: 'What is known of something, in one text: the best in full, others in a line.',
  unshown: ['path', 'crossProject'],
  told: { budget: 'characters' },
  example: { query: 'deploys' },
  input: z.strictObject({
    query: z.string(),
    budget: z.int().min(1).max(longestPack).default(8000),
    kinds: z.array(kindWord).exactOptional(),
    path: z.string().exactOptional(),
    crossProject: z.boolean().default(false),
    projectId,
  }),
  output: recallResult,
  annotations: { readOnlyHint: true },
  run: async ({ query, budget, kinds, path, ...given }, context) => {
    return recallRecords(context.vault, {
      ...noNarrowing,
      ...{ query, budget, kinds, path, limit: 50, offset: 0 },
      ...{ statuses: undefined, includeScratch: false, includeExpired: false, asOf: undefined },
      scan: 'bounded',
      ...toProjectScope(given, context),
    })
  },
})
