/** The recall verb: what a search finds, told as far as a budget goes. Counts no use of what it tells. */
import { estimateTokens } from '../lib/token-estimate.ts'
import { findTold } from '../projections/index/told-rows.ts'
import type { Kind } from '../record/vocabulary.ts'
import { foldDisclosure, type Tier } from '../retrieval/disclosure.ts'
import { toPackTexts } from '../retrieval/pack-text.ts'
import { withIndexRecovery } from './refresh.ts'
import { type SearchInput, type SearchResult, searchVault } from './search.ts'
import type { Vault } from './vault.ts'

export interface RecallInput extends Omit<SearchInput, 'sort' | 'explain' | 'hitIds' | 'session'> {
  /** Most characters (code points) of the pack. */
  budget: number
}

export interface RecallEntry {
  id: string
  projectId: string
  kind: Kind
  title: string
  tier: Tier
  /** Markdown; a line break behind each, all of them make the pack. */
  text: string
}

export interface RecallResult extends Pick<SearchResult, 'truncated' | 'abstained' | 'degraded' | 'stale'> {
  /** Best first. */
  entries: RecallEntry[]
  /** Records that were found, and that the budget left out. */
  omitted: number
  budget: number
  /** Characters of the pack; never more than the budget. */
  used: number
  /** Estimate of what the pack costs. */
  tokens: number
  /** Estimate of what it costs to read in full what the pack does not tell in full. */
  nextTokens: number
}

/** Makes the pack. Throws as a search does. */
export async function recallRecords(vault: Vault, { budget, ...input }: RecallInput): Promise<RecallResult> {
  const counted = { hitIds: [], session: undefined }
  const found = await searchVault(vault, { ...input, ...counted, sort: 'relevance', explain: false })
  const candidates = await withIndexRecovery(vault, async () => toCandidates(vault, found.hits))
  const { told, used } = foldDisclosure(candidates, budget)
  const entries = told.flatMap(({ place, tier, text }) => toEntry(candidates[place], tier, text))
  const isFull = new Set(told.filter(({ tier }) => tier === 'full').map(({ place }) => place))
  const rest = candidates.filter((_, place) => !isFull.has(place))
  const { truncated, abstained, degraded, stale } = found
  return {
    entries,
    omitted: candidates.length - entries.length,
    truncated,
    budget,
    used,
    tokens: estimateTokens(toPack(entries)),
    nextTokens: rest.reduce((sum, { body }) => sum + estimateTokens(body), 0),
    abstained,
    degraded,
    stale,
  }
}

/** The pack as one text. */
export function toPack(entries: readonly RecallEntry[]): string {
  return entries.map(({ text }) => `${text}\n`).join('')
}

type Hit = SearchResult['hits'][number]

function toCandidates(vault: Vault, hits: readonly Hit[]) {
  const isAcross = new Set(hits.map(({ projectId }) => projectId)).size > 1
  return hits.flatMap((hit) => {
    const told = findTold(vault.projections.db, hit.projectId, hit.id)
    if (told === undefined) return []
    const name = isAcross ? `${hit.projectId}/${hit.id}` : hit.id
    return [{ hit, ...told, texts: toPackTexts({ ...hit, name, body: told.body }, vault.ports.now()) }]
  })
}

function toEntry(candidate: { hit: Hit } | undefined, tier: Tier, text: string): RecallEntry[] {
  if (candidate === undefined) return []
  const { id, projectId, kind, title } = candidate.hit
  return [{ id, projectId, kind, title, tier, text }]
}
