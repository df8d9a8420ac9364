/** The forget tool: a record taken out of every answer. */
import * as z from 'zod'
import { forgetResult } from '../../vault/contracts/forget.ts'
import { forgetRecord } from '../../vault/writing/forget.ts'
import { projectId, toPlace } from './place.ts'
import { defineTool } from './tool.ts'

export const forget = defineTool({
  name: 'forget',
  description: 'Take a record out of every answer. To replace one, upsert with supersedes.',
  told: {},
  example: { id: 'old-token', reason: 'was a mistake' },
  input: z.strictObject({ id: z.string(), reason: z.string().exactOptional(), projectId }),
  output: forgetResult,
  annotations: { destructiveHint: true },
  run: async ({ id, reason, ...given }, context) =>
    forgetRecord(context.vault, { name: id, reason: reason || undefined, ...toPlace(given, context) }),
})
