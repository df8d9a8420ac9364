/** The get tool: records in full, inside a budget; only what is shown counts as used. */
import * as z from 'zod'
import { getResult } from '../../vault/contracts/get.ts'
import { type GotRecord, getRecords } from '../../vault/reading/get.ts'
import { fitRecords } from '../fit-records.ts'
import { projectId, toPlace } from './place.ts'
import { defineTool } from './tool.ts'

/** Names in one call; the budget rarely holds so many texts. */
const mostNames = 50

export const get = defineTool({
  name: 'get',
  description: 'Step 3: read records in full, by id or project/id. Counts as use.',
  told: { from: 'first line' },
  example: { ids: ['retry-needs-jitter'] },
  input: z.strictObject({
    ids: z.array(z.string()).min(1).max(mostNames),
    from: z.int().min(1).default(1),
    maxTokens: z.int().min(1).default(8000),
    sessionId: z.string().exactOptional(),
    projectId,
  }),
  output: getResult,
  annotations: { readOnlyHint: true },
  isMiss: ({ records, missing, leftOut }) => isEmpty(records) && !isEmpty(missing) && isEmpty(leftOut),
  run: async ({ ids, from, maxTokens, sessionId, ...given }, context) => {
    const lines = from === 1 ? undefined : { from, to: Number.MAX_SAFE_INTEGER }
    const asked = { kind: undefined, session: sessionId || undefined, lines, ...toPlace(given, context) }
    const found = await getRecords(context.vault, { ...asked, names: ids, uncounted: true })
    const { records, leftOut, hint } = fitRecords(found.records, maxTokens)
    const names = records.map(({ projectId, id }) => `${projectId}/${id}`)
    const used = names.length === 0 ? [] : (await getRecords(context.vault, { ...asked, names })).records
    return {
      ...found,
      records: withCounts(records, used),
      ...(leftOut.length > 0 && { leftOut }),
      ...(hint !== undefined && { hint }),
    }
  },
})

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0
}

/** What was shown, with the use that was just counted. */
function withCounts(shown: readonly GotRecord[], used: readonly GotRecord[]): GotRecord[] {
  return shown.map((record) => {
    const now = used.find(({ projectId, id }) => projectId === record.projectId && id === record.id)
    return now === undefined
      ? record
      : { ...record, hits: now.hits, ...(now.lastHit !== undefined && { lastHit: now.lastHit }) }
  })
}
