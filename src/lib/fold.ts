/** Folding of text for comparison: what the full-text index treats as equal compares equal. */
import { stemmer } from 'stemmer'
import { isPlainAscii } from './scripts.ts'
import { toIndexText } from './search-text.ts'

/** Small letters without accents, as many UTF-16 units as before, so that positions stay true. */
export function foldInPlace(text: string): string {
  if (isPlainAscii(text)) return text.toLowerCase()
  const based = text.replace(/[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]/g, (letter) =>
    letter.normalize('NFD').charAt(0),
  )
  const small = based.toLowerCase()
  return small.length === text.length ? small : based
}

/** The stem under which the index keeps a word. */
export function toStem(word: string): string {
  return stemmer(toIndexText(word).toLowerCase().trim())
}
