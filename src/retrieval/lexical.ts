/**
 * Scoring records by the words of a query: bm25 over every term, a smaller share for words that mean nearly the same,
 * and a bonus for holding many of the terms. Pure; the arm fetches postings and lengths.
 */
import { nthLargest } from '../lib/nth-largest.ts'
import { idf, most, type Statistics, toOtherB } from './bm25.ts'
import { type Postings, saturationOf } from './postings.ts'
import { type LexicalSettings, lexical } from './shared-numbers.ts'

export interface Term {
  postings: Postings
  weight: number
  /** Lifts a record that holds it, and is nothing that a record should hold. */
  isBonus: boolean
  /** Words like this one, each with what it weighs beside the term; the one that weighs most comes first. */
  similar: readonly Weighted[]
}

interface Weighted {
  postings: Postings
  weight: number
}

export interface SimilarPostings {
  postings: Postings
  cosine: number
}

/** A word like the term never says more than the rarer of the two could. */
export function toTerm(postings: Postings, similar: readonly SimilarPostings[], statistics: Statistics): Term {
  const weight = idf(postings.keys.length, statistics)
  const weighted = similar.map((other) => ({
    postings: other.postings,
    weight: lexical.similar.weight * other.cosine * Math.min(weight, idf(other.postings.keys.length, statistics)),
  }))
  return { postings, weight, isBonus: false, similar: weighted.sort((a, b) => b.weight - a.weight) }
}

/** Two words of the query side by side. */
export function toPairTerm(postings: Postings, statistics: Statistics): Term {
  return { postings, weight: lexical.pair.weight * idf(postings.keys.length, statistics), isBonus: true, similar: [] }
}

/** What a record holds of one term. */
export interface Meeting {
  saturation: number
  weight: number
  /** The term itself, not a word like it. */
  isOwn: boolean
}

/** What the record holds of the query: of each term the term itself, else the best of the words like it. */
export function findMeetings(terms: readonly Term[], key: number): Meeting[] {
  const meetings: Meeting[] = []
  for (const { postings, weight, isBonus, similar } of terms) {
    const own = saturationOf(postings, key)
    if (own !== undefined) meetings.push({ saturation: own, weight, isOwn: !isBonus })
    else pushSimilar(meetings, similar, key)
  }
  return meetings
}

/** Beside the term itself a word like it says nothing new; of several such words the best counts. */
function pushSimilar(meetings: Meeting[], similar: readonly Weighted[], key: number): void {
  for (const { postings, weight } of similar) {
    const saturation = saturationOf(postings, key)
    if (saturation === undefined) continue
    meetings.push({ saturation, weight, isOwn: false })
    return
  }
}

export interface RoughPlace {
  key: number
  score: number
}

type InOrder = (keys: readonly number[]) => number[]

/**
 * The records by their score at FTS5's b, best first, in two parts, of which the second is sorted only when it is asked
 * for: the best `first`, with those that tie with the last of them in the order that `inOrder` gives, and the others.
 * @param keys ascending
 * @param scores one for each of the keys
 */
export function roughOrder(
  keys: Float64Array,
  scores: Float64Array,
  first: number,
  inOrder: InOrder,
): { best: RoughPlace[]; rest(): RoughPlace[] } {
  const least = nthLargest(scores, first) ?? Number.NEGATIVE_INFINITY
  const sorted = (side: 1 | -1): RoughPlace[] => {
    const places: RoughPlace[] = []
    for (let at = 0; at < scores.length; at++) {
      const score = scores[at] ?? 0
      if (score * side > least * side) places.push({ key: keys[at] ?? 0, score })
    }
    return places.sort((a, b) => b.score - a.score || a.key - b.key)
  }
  const above = sorted(1)
  // All records of a vault may tie, so no place is made for any before it is known which of them count.
  const tied = Array.from(keys.filter((_, at) => scores[at] === least))
  const settled = above.length + tied.length > first ? inOrder(tied) : tied
  const best = [...above, ...settled.map((key) => ({ key, score: least }))]
  return { best, rest: () => sorted(-1) }
}

/**
 * Orders what ties across the end of a step by something else than the key: a key tells when a record was written, and
 * which of many equal records are looked at must not depend on that. Changes the list.
 */
export function settleTies(
  places: RoughPlace[],
  { start, end }: { start: number; end: number },
  inOrder: InOrder,
): void {
  const score = places[end]?.score
  if (score === undefined || places[end - 1]?.score !== score) return
  let [from, to] = [end - 1, end + 1]
  while (from > start && places[from - 1]?.score === score) from -= 1
  while (places[to]?.score === score) to += 1
  const tied = places.slice(from, to).map(({ key }) => key)
  places.splice(from, to - from, ...inOrder(tied).map((key) => ({ key, score })))
}

export interface Scored {
  kind: string
  length: number
}

/**
 * What a score is multiplied by for holding several of the terms: 1 for one of them, `1 + gain` for all.
 * @param own how many of the terms the record holds itself
 */
export function coverageFactor(own: number, terms: number, gain: number): number {
  const share = terms > 1 ? Math.max(0, own - 1) / (terms - 1) : 0
  return 1 + gain * share
}

export function scoreLexically(
  record: Scored,
  found: readonly Meeting[],
  terms: number,
  statistics: Statistics,
): number {
  const settings: LexicalSettings = record.kind === 'conversation' ? lexical.conversation : lexical.note
  const own = found.filter(({ isOwn }) => isOwn).length
  const raw = found.reduce(
    (sum, { saturation, weight }) => sum + weight * toOtherB(saturation, record.length, statistics, settings),
    0,
  )
  return raw * coverageFactor(own, terms, settings.coverage)
}

/**
 * The best score as a share of what a record would have that holds every term often. The factor makes one that holds
 * about two thirds of them count as sure.
 */
export function confidenceOf(best: number | undefined, terms: readonly Term[]): number {
  const all = most * terms.reduce((sum, { weight, isBonus }) => sum + (isBonus ? 0 : weight), 0)
  return all === 0 ? 0 : Math.min(1, (1.6 * (best ?? 0)) / all)
}
