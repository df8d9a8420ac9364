/**
 * Scoring records by the words of a query: bm25 over every term, a smaller share for words that mean nearly the same,
 * and a bonus for holding many of the terms. Pure; the arm fetches postings and lengths.
 */
import { idf, most, type Postings, type Statistics, toOtherB } from './bm25.ts'
import { type LexicalSettings, lexical } from './shared-numbers.ts'

export interface Term {
  postings: Postings
  weight: number
  /** Lifts a record that holds it, and is nothing that a record should hold. */
  isBonus: boolean
  /** Words like this one, each with what it weighs beside the term. */
  similar: readonly { postings: Postings; weight: number }[]
}

export interface SimilarPostings {
  postings: Postings
  cosine: number
}

/** A word like the term never says more than the rarer of the two could. */
export function toTerm(postings: Postings, similar: readonly SimilarPostings[], statistics: Statistics): Term {
  const weight = idf(postings.length, statistics)
  return {
    postings,
    weight,
    isBonus: false,
    similar: similar.map((other) => ({
      postings: other.postings,
      weight: lexical.similar.weight * other.cosine * Math.min(weight, idf(other.postings.length, statistics)),
    })),
  }
}

/** Two words of the query side by side. */
export function toPairTerm(postings: Postings, statistics: Statistics): Term {
  return { postings, weight: lexical.pair.weight * idf(postings.length, statistics), isBonus: true, similar: [] }
}

/** One place where a record meets the query. */
export interface Meeting {
  term: number
  saturation: number
  weight: number
  /** The term itself, not a word like it. */
  isOwn: boolean
}

/**
 * What each record holds of the query. In a question a record that holds nothing but words like the terms is there too, if
 * some record holds a term itself: what nobody ever spoke of is not made known by words that come near.
 */
export function findMeetings(terms: readonly Term[]): Map<number, Meeting[]> {
  const meetings = new Map<number, Meeting[]>()
  terms.forEach(({ postings, weight, isBonus }, term) => {
    for (const [key, saturation] of postings) {
      const found = meetings.get(key)
      const meeting = { term, saturation, weight, isOwn: !isBonus }
      if (found === undefined) meetings.set(key, [meeting])
      else found.push(meeting)
    }
  })
  const isQuestion = terms.filter(({ isBonus }) => !isBonus).length >= lexical.similar.terms
  const bringsIn = isQuestion && meetings.size > 0
  terms.forEach(({ similar }, term) => {
    for (const { postings, weight } of similar) addSimilar(meetings, { postings, weight, term, bringsIn })
  })
  return meetings
}

/** Beside the term itself a word like it says nothing new; of several such words the best counts. */
function addSimilar(
  meetings: Map<number, Meeting[]>,
  { postings, weight, term, bringsIn }: { postings: Postings; weight: number; term: number; bringsIn: boolean },
): void {
  for (const [key, saturation] of postings) {
    const found = meetings.get(key)
    const at = found?.findIndex((meeting) => meeting.term === term) ?? -1
    const known = found?.[at]
    if (known?.isOwn || (found === undefined && !bringsIn)) continue
    if (found === undefined) meetings.set(key, [{ term, saturation, weight, isOwn: false }])
    else if (known === undefined) found.push({ term, saturation, weight, isOwn: false })
    else if (known.weight < weight) found[at] = { term, saturation, weight, isOwn: false }
  }
}

export interface RoughPlace {
  key: number
  score: number
}

/** The records by their score at FTS5's b, which needs no look at their length; best first. */
export function roughOrder(meetings: ReadonlyMap<number, readonly Meeting[]>): RoughPlace[] {
  const rough: RoughPlace[] = []
  for (const [key, found] of meetings) {
    let score = 0
    for (const { saturation, weight } of found) score += weight * saturation
    rough.push({ key, score })
  }
  return rough.sort((a, b) => b.score - a.score || a.key - b.key)
}

/**
 * Orders what ties across the end of a step by something else than the key: a key tells when a record was written, and
 * which of many equal records are looked at must not depend on that. Changes the list.
 */
export function settleTies(
  places: RoughPlace[],
  { start, end }: { start: number; end: number },
  inOrder: (keys: readonly number[]) => number[],
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

export function scoreLexically(
  record: Scored,
  found: readonly Meeting[],
  terms: number,
  statistics: Statistics,
): number {
  const settings: LexicalSettings = record.kind === 'conversation' ? lexical.conversation : lexical.note
  const own = found.filter(({ isOwn }) => isOwn).length
  const coverage = terms > 1 ? Math.max(0, own - 1) / (terms - 1) : 0
  const raw = found.reduce(
    (sum, { saturation, weight }) => sum + weight * toOtherB(saturation, record.length, statistics, settings),
    0,
  )
  return raw * (1 + settings.coverage * coverage)
}

/**
 * The best score as a share of what a record would have that holds every term often. The factor makes one that holds
 * about two thirds of them count as sure.
 */
export function confidenceOf(best: number | undefined, terms: readonly Term[]): number {
  const all = most * terms.reduce((sum, { weight, isBonus }) => sum + (isBonus ? 0 : weight), 0)
  return all === 0 ? 0 : Math.min(1, (1.6 * (best ?? 0)) / all)
}
