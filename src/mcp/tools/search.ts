/** The search tool: the parameters of the search contract, answered with a line per hit unless more is asked for. */
import * as z from 'zod'
import { MemoError } from '../../lib/errors.ts'
import { noNarrowing } from '../../record/narrowing.ts'
import { toInstant, toPeriod } from '../../record/time-words.ts'
import { sorts } from '../../record/vocabulary.ts'
import { compactResult } from '../../vault/contracts/search-compact.ts'
import { toCompact } from '../../vault/reading/compact.ts'
import { type SearchInput, type SearchResult, searchVault } from '../../vault/reading/search.ts'
import { fitItems } from '../budget.ts'
import { place, toProjectScope } from './place.ts'
import { defineTool, type ToolContext } from './tool.ts'
import { kindWord, statusWord } from './words.ts'

const input = z.strictObject({
  query: z.string().default(''),
  kinds: z.array(kindWord).exactOptional(),
  status: statusWord.exactOptional(),
  tags: z.array(z.string()).default([]),
  path: z.string().exactOptional(),
  includeScratch: z.boolean().default(false),
  crossProject: z.boolean().default(false),
  limit: z.int().min(1).default(50),
  offset: z.int().min(0).default(0),
  sort: z.enum(sorts).default('relevance'),
  hitIds: z.array(z.string()).default([]),
  sessionId: z.string().exactOptional(),
  explain: z.boolean().default(false),
  full: z.boolean().default(false),
  includeExpired: z.boolean().default(false),
  asOf: z.string().exactOptional(),
  since: z.string().exactOptional(),
  until: z.string().exactOptional(),
  maxTokens: z.int().min(1).default(2000),
  ...place,
  vaultRoot: z.string().exactOptional(),
})

type Parameters = z.infer<typeof input>

export const search = defineTool({
  name: 'search',
  description: 'Step 1: find records, a line per hit.',
  told: {
    tags: 'all of them',
    path: 'a file they are about',
    hitIds: 'those you used',
    full: 'with snippets',
    asOf: 'date',
  },
  unshown: ['since', 'until'],
  example: { query: 'retry jitter', kinds: ['trap'] },
  input,
  output: compactResult,
  annotations: { readOnlyHint: true },
  run: async (parameters, context) => {
    assertServed(parameters.vaultRoot, context)
    const isFull = parameters.full || parameters.explain
    const result = await searchVault(context.vault, toInput(parameters, context, isFull))
    return isFull ? toFitting(result, parameters) : toCompact(result)
  },
})

/** One server serves one vault: a call must not be able to reach, or make, another. */
function assertServed(vaultRoot: string | undefined, { vault }: ToolContext): void {
  if (vaultRoot === undefined || vaultRoot === vault.paths.root) return
  throw new MemoError('USAGE', `this server serves the vault ${vault.paths.root}`, { hint: 'leave vaultRoot out' })
}

function toInput(parameters: Parameters, context: ToolContext, isFull: boolean): SearchInput {
  const { query, kinds, status, tags, path, includeScratch, includeExpired, sessionId } = parameters
  const { limit, offset, sort, hitIds, explain, maxTokens } = parameters
  const now = context.vault.ports.now()
  const asOf = toInstant('asOf', parameters.asOf, now)
  return {
    ...noNarrowing,
    ...toPeriod(parameters, asOf ?? now, ''),
    ...{ query, kinds, tags, path, includeScratch, includeExpired, limit, offset, sort, hitIds, explain, maxTokens },
    statuses: status === undefined ? undefined : [status],
    asOf,
    session: sessionId || undefined,
    compact: !isFull,
    scan: 'bounded',
    ...toProjectScope(parameters, context),
  }
}

/** The budget of a search is over what a hit shows; why it stands where it does comes on top. */
function toFitting(result: SearchResult, { explain, maxTokens }: Parameters): SearchResult {
  if (!explain) return result
  const { kept, leftOut } = fitItems(result.hits, maxTokens)
  if (leftOut === 0) return result
  return { ...result, hits: kept, truncated: result.truncated + leftOut, narrowHint: 'raise maxTokens, or use offset' }
}
