/**
 * What an answer costs whoever reads it, and an answer that costs no more than was allowed. The budget is a hard cap: the
 * first hit is made shorter to fit, and left out if even its bare line does not.
 */
import { makeSnippet } from '../lib/snippet.ts'
import { estimateTokens, estimateTokensOfLong } from '../lib/token-estimate.ts'
import type { Hit } from './hit.ts'
import type { RecordRow } from './port.ts'
import type { SearchRequest } from './search.ts'

/** Names of fields, numbers and times of one result. */
const frameTokens = 24
/** The same of one line with id, kind, age and title. */
const compactFrameTokens = 12

/** Characters of a passage that is cut shorter: half the usual, and so on, and none. */
const shorterPassages = [120, 60, 30, 0]

export interface Fitted {
  hits: Hit[]
  /** Estimate of what is shown. */
  tokens: number
  /** What the first hit takes at least; set when nothing fits. */
  needed?: number
}

export interface FitInput {
  /** Of the first hit's record. */
  body: string
  /** To be shown in its passage. */
  words: readonly string[]
  request: Pick<SearchRequest, 'maxTokens' | 'compact'>
}

/** The first hits that fit into the budget together; all of them where there is none. */
export function fitPage(page: readonly Hit[], input: FitInput): Fitted {
  const { maxTokens = Number.POSITIVE_INFINITY, compact = false } = input.request
  const [first, ...rest] = page
  if (first === undefined) return { hits: [], tokens: 0 }
  let shown = first
  for (const length of compact ? [] : shorterPassages) {
    if (costOf(shown, compact) <= maxTokens) break
    shown = shorten(first, length, input)
  }
  let tokens = costOf(shown, compact)
  if (tokens > maxTokens) return { hits: [], tokens: 0, needed: tokens }
  const hits = [shown]
  for (const hit of rest) {
    const cost = costOf(hit, compact)
    // What stands behind a long hit is not put in its place: then --offset could not go on where the list ended.
    if (tokens + cost > maxTokens) break
    tokens += cost
    hits.push(hit)
  }
  return { hits, tokens }
}

/** Tokens that reading these records in full takes. */
export function costOfReading(rows: readonly RecordRow[]): number {
  return rows.reduce((sum, { title, body }) => sum + estimateTokensOfLong(`${title}\n${body}`), 0)
}

function shorten(hit: Hit, maxChars: number, { body, words }: FitInput): Hit {
  if (maxChars === 0) return { ...hit, snippet: '' }
  const { text, line, endLine } = makeSnippet(body, words, { maxChars, within: hit.lines })
  return { ...hit, snippet: text, lines: [line, endLine] }
}

function costOf({ id, kind, title, filepath, tags, snippet }: Hit, compact: boolean): number {
  if (compact) return compactFrameTokens + estimateTokens(`${id} ${kind} ${title}`)
  return frameTokens + estimateTokens([id, kind, title, filepath, ...tags, snippet].join(' '))
}
