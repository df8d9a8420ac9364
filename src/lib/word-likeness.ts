/** How near two words come in meaning, by the table that ships with the product. */
import { wordTable } from './word-table.ts'

/**
 * Least length of a word's weighted vector: shorter ones are those of words so common (`many`, `still`, `way`, `now`)
 * that some word of any text is like them.
 */
const leastWeight = 4.2

interface KnownWord {
  place: number
  /** Of its vector. */
  length: number
  isCommon: boolean
}

/** Cosine of a word with a word of a text that says something, both in small letters; 0 where the table cannot tell. */
export function likeness(word: string, ofText: string): number {
  const other = findWord(ofText)
  if (other === undefined || other.isCommon) return 0
  const own = findWord(word)
  if (own === undefined) return 0
  return Math.min(1, Math.max(0, wordTable().dot(own.place, other.place) / (own.length * other.length)))
}

/** The same words come again and again, in a text and in the next; some 150 bytes each. */
const known = new Map<string, KnownWord | undefined>()
const mostKnown = 5000

function findWord(word: string): KnownWord | undefined {
  if (!known.has(word)) {
    if (known.size >= mostKnown) known.clear()
    known.set(word, readWord(word))
  }
  return known.get(word)
}

function readWord(word: string): KnownWord | undefined {
  const place = wordTable().find(word)
  if (place === undefined) return undefined
  const { plain, weighted } = wordTable().lengths(place)
  return { place, length: plain || 1, isCommon: weighted < leastWeight }
}
