/** The bootstrap tool: what a session should know before it begins. */
import * as z from 'zod'
import { bootstrap as brief, fewestBytes } from '../../vault/bootstrap/bootstrap.ts'
import { bootstrapResult } from '../../vault/contracts/bootstrap.ts'
import { fitItems } from '../budget.ts'
import { place, toPlace } from './place.ts'
import { defineTool } from './tool.ts'

/** A brief of more bytes is no beginning any more. */
const mostBytes = 65_536
/** Tokens of the part that says what became of each record. */
const maxTokens = 4000

export const bootstrap = defineTool({
  name: 'bootstrap',
  description: 'Call first: traps, decisions and work in progress. Counts as use.',
  told: { slug: 'id of the work' },
  unshown: ['explain'],
  example: { query: 'queue retries' },
  input: z.strictObject({
    query: z.string().exactOptional(),
    path: z.string().exactOptional(),
    slug: z.string().exactOptional(),
    maxBytes: z.int().min(fewestBytes).max(mostBytes).exactOptional(),
    sessionId: z.string().exactOptional(),
    explain: z.boolean().default(false),
    ...place,
  }),
  // The text tells what these list.
  output: bootstrapResult.omit({ sections: true, drift: true, notices: true }),
  annotations: { readOnlyHint: true },
  run: async ({ query, path, slug, maxBytes, sessionId, explain, ...given }, context) => {
    const {
      sections: _,
      drift: __,
      notices: ___,
      explain: why,
      ...result
    } = await brief(context.vault, {
      ...{ query, path, slug, maxBytes, explain, isCounted: true, scan: 'bounded' },
      session: sessionId || undefined,
      ...toPlace(given, context),
    })
    const said = why === undefined ? {} : { explain: { ...why, records: fitItems(why.records, maxTokens).kept } }
    return { ...result, ...said }
  },
})
