/** The passage of a text that shows best why it was found. */
import { type FoldedText, foldText } from './fold.ts'
import { lengthAtStart, type Range, type TermMatch, type TermMatcher, toTermMatchers } from './match-ranges.ts'
import { wordPattern } from './scripts.ts'
import { toGraphemeStart } from './text-cut.ts'
import { isUnspaced } from './word-segments.ts'

export interface Snippet {
  /** One line: blanks and line breaks collapsed, `…` where the text goes on. */
  text: string
  /** First and last line of the passage in the text, counted from 1. */
  line: number
  endLine: number
}

interface SnippetOptions {
  maxChars?: number
  within?: readonly [number, number] | undefined
}

/** Beyond this a text is no longer read for its best passage; what is found stands nearly always before. */
const searchedLength = 200_000
/** Enough places of one term to find a good passage among; to look at one costs some microseconds. */
const maxPlaces = 1000
/** A cut moves at most so far to fall between words. */
const longestStep = 24

/**
 * @param terms as `matchRanges` takes them, which also tells where they stand in the answer's `text`
 * @param options.maxChars upper bound of the length of `text`, in UTF-16 units
 * @param options.within first and last line of the part of the body that it is taken from, from 1; all of it when left out
 */
export function makeSnippet(body: string, terms: readonly string[], options: SnippetOptions = {}): Snippet {
  const room = Math.max(1, (options.maxChars ?? 240) - 2)
  const [start, end] = findWindow(body, options.within, { matchers: toTermMatchers(terms), room })
  const passage = body.slice(start, end)
  const text = [
    hasText(body, 0, start) ? '…' : '',
    toOneLine(passage),
    hasText(body, end, body.length) ? '…' : '',
  ].join('')
  const firstText = start + passage.length - passage.trimStart().length
  const line = 1 + countLineBreaks(body, 0, firstText)
  const endLine = line + countLineBreaks(body, firstText, start + passage.trimEnd().length)
  return { text, line, endLine }
}

function findWindow(
  body: string,
  within: SnippetOptions['within'],
  { matchers, room }: { matchers: readonly TermMatcher[]; room: number },
): Range {
  const [from, to] = within === undefined ? [0, body.length] : toOffsets(body, within)
  const part = body.slice(from, to)
  const [start, end] = toWindow(part, bestSpan(findPlaces(part, matchers), room), room)
  return [from + start, from + end]
}

/** From the beginning of the first line to the end of the last, without its line break. */
function toOffsets(body: string, [first, last]: readonly [number, number]): Range {
  const start = lineStart(body, first)
  const end = body.indexOf('\n', lineStart(body, last))
  return [start, end < 0 ? body.length : end]
}

function lineStart(body: string, line: number): number {
  let start = 0
  for (let left = line - 1; left > 0 && start >= 0; left -= 1) start = body.indexOf('\n', start) + 1 || -1
  return start < 0 ? body.length : start
}

/** Looks for the beginning of each stem first: stemming every word of a long text would take far longer. */
function findPlaces(body: string, matchers: readonly TermMatcher[]): TermMatch[] {
  const searched = body.slice(0, searchedLength)
  const folded = foldText(searched)
  const places = matchers.flatMap((matcher) => findPlacesOf(matcher, searched, folded))
  return places.sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1])
}

function findPlacesOf(matcher: TermMatcher, text: string, { text: folded, sourceOf }: FoldedText): TermMatch[] {
  const needle = toNeedle(matcher)
  const places: TermMatch[] = []
  if (needle === '') return places
  let looks = 0
  for (let at = folded.indexOf(needle); at >= 0 && looks < maxPlaces; at = folded.indexOf(needle, at + 1)) {
    const start = sourceOf(at)
    if (matcher.inside === undefined && !isWordStart(text, start)) continue
    looks += 1
    const place = verify(matcher, text, [start, sourceOf(at + needle.length)])
    if (place) places.push(place)
  }
  return places
}

/** What all words of a stem begin with: the stemmer may end a stem in an `i` or `e` that the word does not have. */
function toNeedle({ inside, stems, open }: TermMatcher): string {
  const [first = ''] = stems
  if (inside !== undefined) return inside
  return !open && /..[ie]$/.test(first) ? first.slice(0, -1) : first
}

function verify(matcher: TermMatcher, text: string, [start, end]: Range): TermMatch | undefined {
  if (matcher.inside !== undefined) return { term: matcher.term, range: [start, end] }
  const length = lengthAtStart(text.slice(start, end + longestStep * matcher.stems.length), matcher)
  return length === undefined ? undefined : { term: matcher.term, range: [start, start + length] }
}

/** A capital may begin a part of a mixed-case word; behind a script without blanks begins a word of another one. */
function isWordStart(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  return isUnspaced(before) || !wordPattern(before).test(before) || /[A-Z]/.test(text.charAt(at))
}

interface Stretch {
  span: Range
  /** How many different terms it holds, and how many places of them. */
  terms: number
  places: number
}

function bestSpan(places: readonly TermMatch[], room: number): Range {
  let best: Stretch = { span: [0, 0], terms: 0, places: 0 }
  const counts = new Map<number, number>()
  let first = 0
  places.forEach((place, index) => {
    counts.set(place.term, (counts.get(place.term) ?? 0) + 1)
    while (first < index && place.range[1] - startOf(places, first) > room) {
      leave(counts, places[first]?.term)
      first += 1
    }
    const span: Range = [startOf(places, first), place.range[1]]
    const stretch = { span, terms: counts.size, places: index - first + 1 }
    if (isBetter(stretch, best)) best = stretch
  })
  return best.span
}

/** More different terms, then more places, then shorter; the first of equals stays. */
function isBetter(one: Stretch, other: Stretch): boolean {
  const length = ({ span }: Stretch) => span[1] - span[0]
  return (one.terms - other.terms || one.places - other.places || length(other) - length(one)) > 0
}

function startOf(places: readonly TermMatch[], index: number): number {
  return places[index]?.range[0] ?? 0
}

function leave(counts: Map<number, number>, term: number | undefined): void {
  if (term === undefined) return
  const left = (counts.get(term) ?? 1) - 1
  if (left === 0) counts.delete(term)
  else counts.set(term, left)
}

/** The span with text around it: from the beginning of its line if that is near, else a third of the room before it. */
function toWindow(body: string, [from, to]: Range, room: number): Range {
  const spare = Math.max(0, room - (to - from))
  const lineStart = body.lastIndexOf('\n', from - 1) + 1
  const lead = from - lineStart <= spare / 2 ? lineStart : from - Math.floor(spare / 3)
  const wanted = Math.max(0, Math.min(lead, Math.max(body.length - room, lineStart)))
  const start = from === 0 ? 0 : toWordStart(body, wanted, from)
  return [start, toWordEnd(body, start + room)]
}

function toWordStart(body: string, index: number, latest: number): number {
  if (index === 0 || /\s/.test(body.charAt(index - 1))) return index
  const step = body.slice(index, Math.min(latest, index + longestStep)).search(/\s/)
  return step < 0 ? toGraphemeStart(body, index) : index + step + 1
}

function toWordEnd(body: string, index: number): number {
  if (index >= body.length) return body.length
  if (/\s/.test(body.charAt(index))) return index
  const step = body.slice(index - longestStep, index).search(/\s\S*$/)
  return step < 0 || index < longestStep ? toGraphemeStart(body, index) : index - longestStep + step
}

function hasText(body: string, start: number, end: number): boolean {
  return /\S/.test(body.slice(start, end))
}

function toOneLine(passage: string): string {
  return passage
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function countLineBreaks(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
