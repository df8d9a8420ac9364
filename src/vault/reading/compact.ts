/** A search's answer in a line per hit: enough to choose what to read, at most 150 bytes each as one line of JSON. */
import { truncateBytes } from '../../lib/text-cut.ts'
import type { Kind } from '../../record/vocabulary.ts'
import type { SearchResult } from './search.ts'

export interface CompactHit {
  id: string
  /** Only where the hits are of several projects. */
  projectId?: string
  kind: Kind
  /** Cut to fit. */
  title: string
  /** The day. */
  updated: string
  /** Three digits. */
  score: number
}

export interface CompactResult {
  /** The project of all hits. */
  projectId?: string
  hits: CompactHit[]
  total: number
  truncated?: number
  narrowHint?: string
  abstained?: NonNullable<SearchResult['abstained']>
  degraded?: NonNullable<SearchResult['degraded']>
  stale?: true
  /** The time that was asked for. */
  asOf?: string
  bumped?: string[]
  tokens: number
  nextTokens: number
}

/** What a hit may take on average, where there are ten or more. An id is never cut, so hits with very long ids take more. */
const bytesPerHit = 150
/** Few hits may take as much as so many. */
const fullPage = 10
const longestTitle = 200
/** A title is never cut shorter: below, it says nothing. */
const leastTitle = 12

/** What says nothing (null, false, nothing left) is left out. */
export function toCompact(result: SearchResult): CompactResult {
  const { hits, total, truncated, narrowHint, abstained, degraded, stale, asOf, bumped, tokens, nextTokens } = result
  const [projectId, ...others] = new Set(hits.map((hit) => hit.projectId))
  const isOfOne = projectId !== undefined && others.length === 0
  const answer: CompactResult = {
    ...(isOfOne && { projectId }),
    hits: hits.map((hit) => toCompactHit(hit, isOfOne)),
    total,
    ...(truncated > 0 && { truncated }),
    ...(narrowHint !== null && { narrowHint }),
    ...(abstained !== null && { abstained }),
    ...(degraded !== null && { degraded }),
    ...(stale && { stale }),
    ...(asOf !== undefined && { asOf }),
    ...(bumped.length > 0 && { bumped }),
    tokens,
    nextTokens,
  }
  const titles = hits.map(({ title }) => title)
  return {
    ...answer,
    hits: withTitles(answer.hits, titles, bytesPerHit * Math.max(fullPage, hits.length) - sizeOf(answer) - 1),
  }
}

function toCompactHit({ id, projectId, kind, updated, score }: SearchResult['hits'][number], isOfOne: boolean) {
  const key = isOfOne ? { id } : { id, projectId }
  return { ...key, kind, title: '', updated: updated.slice(0, 10), score: Number(score.toPrecision(3)) }
}

/** Shares what room is left beside a line break evenly; what a short title does not need goes to those after it. */
function withTitles(hits: readonly CompactHit[], titles: readonly string[], room: number): CompactHit[] {
  let left = room
  return hits.map((hit, index) => {
    const share = Math.min(longestTitle, Math.max(leastTitle, Math.floor(left / (hits.length - index))))
    const title = truncateBytes(titles[index] ?? '', share)
    left -= sizeOf(title) - 2
    return { ...hit, title }
  })
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
