/** The feedback tool: a rating of a record, or a signal of how its use turned out. */
import * as z from 'zod'
import { MemoError } from '../../lib/errors.ts'
import { ratings } from '../../record/vocabulary.ts'
import { rateResult } from '../../vault/contracts/feedback.ts'
import { reinforceResult } from '../../vault/contracts/reinforce.ts'
import { rateRecord } from '../../vault/writing/rate.ts'
import { reinforceRecord } from '../../vault/writing/reinforce.ts'
import { projectId, toPlace } from './place.ts'
import { defineTool } from './tool.ts'

export const feedback = defineTool({
  name: 'feedback',
  description: 'Say whether a record helped: a rating, or a signal from -1 (misled) to 1 (helped).',
  told: {},
  unshown: ['comment', 'sessionId'],
  example: { id: 'retry-needs-jitter', rating: 'helpful' },
  input: z.strictObject({
    id: z.string(),
    rating: z.enum(ratings).exactOptional(),
    signal: z.number().min(-1).max(1).exactOptional(),
    comment: z.string().exactOptional(),
    sessionId: z.string().exactOptional(),
    projectId,
  }),
  output: z.object({ ...rateResult.shape, ...reinforceResult.shape }).partial(),
  annotations: { destructiveHint: false },
  run: async ({ id, rating, signal, comment, sessionId, ...given }, context) => {
    const said = {
      name: id,
      comment: comment || undefined,
      session: sessionId || undefined,
      ...toPlace(given, context),
    }
    if (rating !== undefined && signal === undefined) return rateRecord(context.vault, { ...said, rating })
    if (signal !== undefined && rating === undefined) return reinforceRecord(context.vault, { ...said, signal })
    throw new MemoError('USAGE', 'give either rating or signal', { hint: `rating is one of ${ratings.join(', ')}` })
  },
})
