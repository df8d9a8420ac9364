/** `/api/events`: what happened, a page at a time. */
import * as z from 'zod'
import { actors } from '../../record/vocabulary.ts'
import { listActivity } from '../../vault/history/activity.ts'
import { count, words } from '../parameters.ts'
import { route } from './route.ts'

const word = z.string().min(1)

export const eventList = route({
  path: '/api/events',
  summary: 'Lists what happened, newest first, without the texts.',
  parameters: z.object({
    type: words(word).describe('events of these types, as record.upserted'),
    actor: words(z.enum(actors)).describe(`what these parts of memo wrote: ${actors.join(', ')}`),
    project: word.optional().describe('events about this project'),
    record: word.optional().describe('events about this record: id or project/id'),
    limit: count({ max: 500 }).default(100).describe('how many, up to 500 (100)'),
    before: z.string().optional().describe('older events than those of a page: what that page calls older'),
  }),
  answer: 'events',
  respond: (vault, { query }) => {
    const { type, actor, project, record, limit, before } = query
    return listActivity(vault, { types: type, actors: actor, project, record, limit, before })
  },
})
