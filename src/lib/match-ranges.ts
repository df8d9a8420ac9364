/** Where the words of a query stand in a text, for highlighting. Stems compare as in the index. */
import { type FoldedText, fold, foldText, toStem } from './fold.ts'
import { emoji, isPlainAscii, lazyPattern, wordPattern } from './scripts.ts'
import { splitByCase } from './word-parts.ts'
import { isUnspaced } from './word-segments.ts'

/** Start (inclusive) and end (exclusive), in UTF-16 units. */
export type Range = [start: number, end: number]

export interface TermMatch {
  /** Position in the list of terms. */
  term: number
  range: Range
}

/** Ranges of the terms in a text, in order and without overlap. A term that ends in a star fits all that begins so. */
export function matchRanges(text: string, terms: readonly string[]): Range[] {
  return uniteRanges(findTerms(text, toTermMatchers(terms)).map((match) => match.range))
}

export interface TermMatcher {
  term: number
  /** The term is found inside of text without blanks: no word boundary is asked for. */
  inside: string | undefined
  /** Stems of consecutive words; the last one only the beginning of a word, if `open`. */
  stems: string[]
  open: boolean
}

/** Of the list that came last: the same one comes with each text of a page, and to stem its words takes longer than to find them. */
let last: { terms: readonly string[]; matchers: TermMatcher[] } = { terms: [], matchers: [] }

export function toTermMatchers(terms: readonly string[]): readonly TermMatcher[] {
  if (last.terms !== terms) last = { terms, matchers: terms.map(toTermMatcher) }
  return last.matchers
}

function toTermMatcher(typed: string, term: number): TermMatcher {
  const open = typed.endsWith('*')
  const text = open ? typed.slice(0, -1) : typed
  const inside = isUnspaced(text) || isEmoji(text) ? fold(text) : undefined
  const words = text.match(wordPattern(text)) ?? []
  const stems = words.map((part, index) => (open && index === words.length - 1 ? fold(part) : toStem(part)))
  return { term, inside, stems, open }
}

function findTerms(text: string, matchers: readonly TermMatcher[]): TermMatch[] {
  const words = toWords(text)
  // Folded once, and only for a script without blanks or an emoji.
  const folded = matchers.some(({ inside }) => inside !== undefined) ? foldText(text) : undefined
  return matchers.flatMap((matcher) => {
    const { inside } = matcher
    const ranges = inside === undefined || folded === undefined ? findWords(words, matcher) : findInside(folded, inside)
    return ranges.map((range) => ({ term: matcher.term, range }))
  })
}

/** Of the term's words at the very beginning of the text; undefined where that begins otherwise. */
export function lengthAtStart(text: string, matcher: TermMatcher): number | undefined {
  return findWords(toWords(text, matcher.stems.length), matcher).find(([start]) => start === 0)?.[1]
}

interface Word {
  start: number
  end: number
  text: string
  folded: string
}

const emojiOnly = lazyPattern(`^(?:${emoji})+$`, 'v')

function isEmoji(text: string): boolean {
  return !isPlainAscii(text) && emojiOnly().test(text)
}

/** The words of a text, so many at most, and after each the parts that its case tells apart. */
function toWords(text: string, most = Number.POSITIVE_INFINITY): Word[] {
  const words: Word[] = []
  let count = 0
  for (const { 0: whole, index } of text.matchAll(wordPattern(text))) {
    if (count++ >= most) break
    words.push(toWord(whole, index))
    for (const part of splitByCase(whole)) words.push(toWord(part, index + whole.indexOf(part)))
  }
  return words
}

function toWord(text: string, start: number): Word {
  return { start, end: start + text.length, text, folded: fold(text) }
}

function findWords(words: readonly Word[], { stems, open }: TermMatcher): Range[] {
  const ranges: Range[] = []
  for (const [index, { start }] of words.entries()) {
    const last = words[index + stems.length - 1]
    const isHere = stems.every((stem, step) => isSame(words[index + step], stem, open && step === stems.length - 1))
    if (isHere && last && stems.length > 0) ranges.push([start, last.end])
  }
  return ranges
}

/** A stem begins as its word does, and most words are told apart by that, without the work of stemming them. */
function isSame(found: Word | undefined, stem: string, open: boolean): boolean {
  if (found === undefined) return false
  if (open) return found.folded.startsWith(stem)
  return found.folded.charCodeAt(0) === stem.charCodeAt(0) && toStem(found.text) === stem
}

function findInside({ text, sourceOf }: FoldedText, wanted: string): Range[] {
  const ranges: Range[] = []
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length)) {
    ranges.push([sourceOf(start), sourceOf(start + wanted.length)])
  }
  return ranges
}

function uniteRanges(ranges: Range[]): Range[] {
  const united: Range[] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = united.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else united.push([start, end])
  }
  return united
}
