/** The related tool: which records a record names, and which name it. */
import * as z from 'zod'
import { relatedResult } from '../../vault/contracts/links.ts'
import { relatedRecords } from '../../vault/reading/related.ts'
import { projectId, toPlace } from './place.ts'
import { defineTool } from './tool.ts'

/** In each direction; with the longest titles still some 10,000 tokens. */
const mostLinks = 50

export const related = defineTool({
  name: 'related',
  description: 'Records that a record links to, and that link to it.',
  told: {},
  example: { id: 'retry-needs-jitter' },
  input: z.strictObject({ id: z.string(), limit: z.int().min(1).max(mostLinks).default(10), projectId }),
  output: relatedResult,
  annotations: { readOnlyHint: true },
  run: async ({ id, limit, ...given }, context) =>
    relatedRecords(context.vault, { name: id, limit, ...toPlace(given, context) }),
})
