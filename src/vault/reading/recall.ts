/** The recall verb: what a search finds, told as far as a budget goes. Counts no use of what it tells. */
import { stopPoint } from '../../lib/stop-point.ts'
import { estimateTokens } from '../../lib/token-estimate.ts'
import { findTold } from '../../projections/index/told-rows.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { foldDisclosure, type Tier } from '../../retrieval/disclosure.ts'
import { toPackTexts } from '../../retrieval/pack-text.ts'
import { reading, toldAsOf } from '../history/as-of.ts'
import { readIndex } from '../refresh.ts'
import type { Vault, View } from '../vault.ts'
import { logSearch } from './log-search.ts'
import { type Found, type SearchInput, type SearchResult, searchMet } from './search.ts'

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

export interface RecallResult extends Pick<SearchResult, 'truncated' | 'abstained' | 'degraded' | 'stale' | 'asOf'> {
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
  const { asOf, scan } = input
  const searched = { ...input, hitIds: [], session: undefined, sort: 'relevance', explain: false } as const
  return reading(vault, { asOf, scan }, async (met) => {
    const { view, now } = met
    const start = vault.ports.now()
    const { told: found, stale } = await searchMet(vault, met, searched)
    await stopPoint(vault.cancelled)
    await logSearch(vault, searched, { ...found, ms: vault.ports.now() - start })
    const candidates = await readIndex(vault, view, () => toCandidates(view, found.hits, now))
    return { ...toAnswer(found, candidates, budget), stale, ...toldAsOf(asOf) }
  })
}

type Candidate = ReturnType<typeof toCandidates>[number]

function toAnswer(
  { truncated, abstained, degraded }: Found,
  candidates: readonly Candidate[],
  budget: number,
): Omit<RecallResult, 'stale'> {
  const { told, used } = foldDisclosure(candidates, budget)
  const entries = told.flatMap(({ place, tier, text }) => toEntry(candidates[place], tier, text))
  const isFull = new Set(told.filter(({ tier }) => tier === 'full').map(({ place }) => place))
  const rest = candidates.filter((_, place) => !isFull.has(place))
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
  }
}

/** The pack as one text. */
export function toPack(entries: readonly RecallEntry[]): string {
  return entries.map(({ text }) => `${text}\n`).join('')
}

type Hit = SearchResult['hits'][number]

function toCandidates(view: View, hits: readonly Hit[], now: number) {
  const isAcross = new Set(hits.map(({ projectId }) => projectId)).size > 1
  return hits.flatMap((hit) => {
    const told = findTold(view.projections.db, hit.projectId, hit.id)
    if (told === undefined) return []
    const name = isAcross ? `${hit.projectId}/${hit.id}` : hit.id
    return [{ hit, ...told, texts: toPackTexts({ ...hit, name, body: told.body }, now) }]
  })
}

function toEntry(candidate: { hit: Hit } | undefined, tier: Tier, text: string): RecallEntry[] {
  if (candidate === undefined) return []
  const { id, projectId, kind, title } = candidate.hit
  return [{ id, projectId, kind, title, tier, text }]
}
