/** The status tool: the state of the vault in one look. */
import * as z from 'zod'
import { statusResult } from '../../vault/contracts/status.ts'
import { getStatus } from '../../vault/status/status.ts'
import { place, toPlace } from './place.ts'
import { defineTool } from './tool.ts'

export const status = defineTool({
  name: 'status',
  description: 'Project, counts and health of the vault.',
  told: {},
  example: {},
  input: z.strictObject(place),
  // What it always says is more than an agent needs to know beforehand.
  output: statusResult.pick({ vault: true, project: true }),
  annotations: { readOnlyHint: true },
  run: async (given, context) => getStatus(context.vault, { ...toPlace(given, context), isRefreshed: false }),
})
