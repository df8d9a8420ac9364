/**
 * Okapi bm25 with weighted columns (BM25F, Robertson and Zaragoza 2009) out of what FTS5's own bm25 says of one term at a
 * time. FTS5 fixes b at 0.75 and lets a word that stands in half of the records count for nothing; both are undone here.
 */
export interface Bm25Settings {
  /** How much a long text is held against a match: 0 not at all, 1 in full. */
  b: number
}

/** FTS5's constants (sqlite.org/fts5.html, "The bm25() function"). */
const k1 = 1.2
const ftsB = 0.75

export interface Statistics {
  /** Records in the index. */
  documents: number
  /** Words of a record on average. */
  averageLength: number
}

/** What the saturation of a term's frequency never reaches. */
export const most = k1 + 1

/**
 * Inverse document frequency, never negative: log(1 + (N − n + 0.5) / (n + 0.5)). The form with the one (Lucene's) keeps
 * the order among records that share only common words, which a small vault is full of.
 */
export function idf(found: number, { documents }: Statistics): number {
  return Math.log(1 + Math.max(0, documents - found + 0.5) / (found + 0.5))
}

/** The idf that FTS5 multiplied by: log((N − n + 0.5) / (n + 0.5)), and a millionth where that is not above zero. */
export function ftsIdf(found: number, { documents }: Statistics): number {
  const value = Math.log((documents - found + 0.5) / (found + 0.5))
  return value > 0 ? value : 1e-6
}

/** The saturation at another b, for a record of `length` words. */
export function toOtherB(
  saturation: number,
  length: number,
  { averageLength }: Statistics,
  { b }: Bm25Settings,
): number {
  if (b === ftsB || averageLength === 0 || saturation >= most) return saturation
  const relative = length / averageLength
  const frequency = (saturation * k1 * (1 - ftsB + ftsB * relative)) / (most - saturation)
  return (frequency * most) / (frequency + k1 * (1 - b + b * relative))
}
