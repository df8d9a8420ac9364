/** `/api/records`, `/api/records/search`, `/api/records/:project/:id`: lists, finds and shows records. */
import * as z from 'zod'
import { advise } from '../../lib/parameter-names.ts'
import { stopwatch } from '../../lib/ports.ts'
import { toInstant } from '../../record/time-words.ts'
import { modes, sorts } from '../../record/vocabulary.ts'
import { listRecords } from '../../vault/reading/list.ts'
import { viewRecord } from '../../vault/reading/record-view.ts'
import { type SearchResult, searchVault } from '../../vault/reading/search.ts'
import { renamed } from '../parameter-names.ts'
import { count, oneOf, yes } from '../parameters.ts'
import { asOfParameter, scopeParameters, toScope } from '../scope.ts'
import { route } from './route.ts'

const listSorts = ['hits', 'occurrences', 'updated'] as const
const offset = count({ min: 0, max: 1_000_000 }).default(0).describe('how many to leave out first (0)')

export const recordList = route({
  path: '/api/records',
  summary: 'Lists records.',
  parameters: z.object({
    ...scopeParameters,
    includeEphemeral: yes.describe('scratch records, prompts, sessions and logs too'),
    sort: oneOf(listSorts, 'hits', 'the order'),
    limit: count({ max: 1000 }).default(200).describe('how many, up to 1000 (200)'),
    offset,
  }),
  answer: 'list',
  respond: (vault, { query, cwd }) => {
    const { includeEphemeral, sort, limit, offset } = query
    const scope = toScope(query, { now: vault.ports.now(), cwd })
    return listRecords(vault, { ...scope, includeEphemeral, sort, limit, offset })
  },
})

export const recordSearch = route({
  path: '/api/records/search',
  summary: 'Finds records; counts no use.',
  parameters: z.object({
    q: z.string().max(4096).default('').describe('what to look for, as in memo search; none lists records'),
    ...scopeParameters,
    includeScratch: yes.describe('scratch records too'),
    sort: oneOf(sorts, 'relevance', 'the order'),
    limit: count({ max: 500 }).default(50).describe('how many, up to 500 (50)'),
    offset,
    mode: oneOf(modes, 'auto', 'what to rank by'),
    profile: z.string().min(1).optional().describe('rank by this profile'),
    maxTokens: count({ max: 1_000_000 }).optional().describe('no more than so many tokens of hits'),
    explain: yes.describe('say why each record stands where it does'),
    expandLinks: yes.describe('name the records that each links to, and those that link to it'),
  }),
  answer: 'search',
  respond: async (vault, { query, cwd, metrics }) => {
    const { q, includeScratch, sort, limit, offset, mode, profile, maxTokens, explain, expandLinks } = query
    const start = stopwatch()
    const found = await searchVault(vault, {
      ...toScope(query, { now: vault.ports.now(), cwd }),
      ...{ query: q, includeScratch, sort, limit, offset, mode, profile, maxTokens, expandLinks },
      // Always, because the metrics are told by the arms; it changes nothing else of the answer.
      explain: true,
      ...{ hitIds: [], session: undefined, scan: 'bounded', unlogged: true },
    })
    metrics.searched(found, stopwatch() - start)
    return advise(explain ? found : withoutReasons(found), renamed)
  },
})

export const recordShown = route({
  path: '/api/records/:project/:id',
  summary: 'Shows a record with its links both ways and its history; counts no use.',
  parameters: z.object({
    limit: count({ max: 500 }).default(50).describe('events of the history, up to 500 (50)'),
    ...asOfParameter,
  }),
  answer: 'record-view',
  respond: (vault, { query, place, cwd }) => {
    const { project = '', id = '' } = place
    const asOf = toInstant('asOf', query.asOf, vault.ports.now())
    return viewRecord(vault, { project, id, cwd, limit: query.limit, asOf })
  },
})

function withoutReasons({ trace: _, hits, ...found }: SearchResult): SearchResult {
  return { ...found, hits: hits.map(({ explain: __, why: ___, ...hit }) => hit) }
}
