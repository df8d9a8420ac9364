/** Where a term stands, as sorted lists: a record is found in them by halving, and many lists are gone through side by side. */
import { ftsIdf, type Statistics } from './bm25.ts'

export interface Postings {
  /** Of the records, or passages, that hold the term; ascending. */
  keys: ArrayLike<number>
  /** What bm25 makes of its frequency in each at b = 0.75: from 0 towards `most`, without the term's idf. */
  saturations: ArrayLike<number>
}

/** What FTS5 says of an expression: keys ascending, with its bm25 (positive) where it has one to say. */
export interface FoundPostings {
  keys: ArrayLike<number>
  scores: ArrayLike<number> | undefined
}

/** What FTS5 scored with its idf taken out again; one plain occurrence where FTS5 has none to say. */
export function toPostings({ keys, scores }: FoundPostings, statistics: Statistics): Postings {
  const factor = 1 / ftsIdf(keys.length, statistics)
  const saturations = new Float64Array(keys.length).fill(1)
  if (scores !== undefined) for (let at = 0; at < keys.length; at++) saturations[at] = (scores[at] ?? 0) * factor
  return { keys, saturations }
}

/** Undefined where the term does not stand. */
export function saturationOf({ keys, saturations }: Postings, key: number): number | undefined {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return keys[low] === key ? saturations[low] : undefined
}

export function holds(postings: Postings, key: number): boolean {
  return saturationOf(postings, key) !== undefined
}
