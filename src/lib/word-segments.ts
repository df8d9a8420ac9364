/** Words of text in a script without blanks, by the dictionaries of `Intl.Segmenter`; only queries and highlights need them. */
import { isPlainAscii, lazyPattern, unspacedLetter } from './scripts.ts'

const unspaced = lazyPattern(unspacedLetter, 'v')
let segmenter: Intl.Segmenter | undefined

export function isUnspaced(text: string): boolean {
  return !isPlainAscii(text) && unspaced().test(text)
}

/** `发布窗口` → 发布, 窗口. */
export function segmentWords(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const words = [...segmenter.segment(text)].filter((segment) => segment.isWordLike)
  return words.map((word) => word.segment)
}
