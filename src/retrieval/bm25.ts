/**
 * Okapi bm25 with weighted columns (BM25F, Robertson and Zaragoza 2009), scored here and not by FTS5, because FTS5 fixes
 * b at 0.75 and lets a word that stands in half of the records count for nothing or less.
 */
export interface Bm25Settings {
  /** How fast repetition stops to count. */
  k1: number
  /** How much a long text is held against a match: 0 not at all, 1 in full. */
  b: number
}

export interface Statistics {
  /** Records in the index. */
  documents: number
  /** Words of a record on average. */
  averageLength: number
}

/** Where a term stands: record key and weighted count. */
export type Postings = readonly (readonly [key: number, frequency: number])[]

/**
 * Inverse document frequency, never negative: log(1 + (N − n + 0.5) / (n + 0.5)). The form with the one (Lucene's) keeps
 * the order among records that share only common words, which a small vault is full of.
 */
export function idf(found: number, { documents }: Statistics): number {
  return Math.log(1 + Math.max(0, documents - found + 0.5) / (found + 0.5))
}

/** What one term adds to a record's score before its weight: grows with frequency, towards k1 + 1. */
export function saturate(
  frequency: number,
  length: number,
  { averageLength }: Statistics,
  { k1, b }: Bm25Settings,
): number {
  const norm = averageLength > 0 ? 1 - b + (b * length) / averageLength : 1
  return (frequency * (k1 + 1)) / (frequency + k1 * norm)
}
