/**
 * How alike two texts are by the words they share: the cosine of their word counts. Needs no model. It can only tell
 * that a record says little of what the query says, so it is used to leave records out, never to find or to order them.
 */
import { isPlainAscii, wordPattern } from '../lib/scripts.ts'
import { toIndexText } from '../lib/search-text.ts'

/** How often each word occurs in a text. */
export type TermCounts = ReadonlyMap<string, number>

/**
 * Words in small letters without accents, as the index cuts them but not stemmed. A single Latin letter or digit is no
 * word; in scripts without blanks each character counts.
 */
export function countTerms(text: string): TermCounts {
  const counts = new Map<string, number>()
  const indexText = toIndexText(text).toLowerCase()
  for (const word of indexText.match(wordPattern(indexText)) ?? []) {
    if (word.length > 1 || !isPlainAscii(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/**
 * `Σ a(w)·b(w) / (√Σ a(w)² · √Σ b(w)²)` over the words w: 0 when they share none, 1 when their shares are equal. Long texts
 * come out low, as most of their words are none of the query's. Undefined when either text holds no word at all:
 * nothing can be said then, and nothing should be left out for it.
 */
export function termCosine(a: TermCounts, b: TermCounts): number | undefined {
  if (a.size === 0 || b.size === 0) return undefined
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a]
  let dot = 0
  for (const [word, count] of fewer) dot += count * (more.get(word) ?? 0)
  return dot / (lengthOf(a) * lengthOf(b))
}

function lengthOf(counts: TermCounts): number {
  let square = 0
  for (const count of counts.values()) square += count * count
  return Math.sqrt(square)
}
