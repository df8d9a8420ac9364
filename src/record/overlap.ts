/**
 * Whether a new trap says again what an old one says: by the words both share and the paths both speak of.
 * Pure; which records are candidates is decided elsewhere.
 */
import { isPlainAscii } from '../lib/scripts.ts'
import { toComparablePath } from './path-patterns.ts'

/** Share of the shorter text that must be found in the other: the value the recurrence rule has always had. */
const sameText = 0.7

/**
 * Below this many shared words a high share says little ("run the tests again" fits half of all traps), so short
 * texts count only if they are the same, title included.
 */
const enoughWords = 5

const unspacedLetter =
  '[\\p{L}&&[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]]'
const runs = new RegExp(
  `(${unspacedLetter}[${unspacedLetter}\\p{M}]*)|[[\\p{L}\\p{M}\\p{N}]--${unspacedLetter}]+`,
  'gv',
)

export interface Recurring {
  patterns: readonly string[]
  title: string
  body: string
}

/**
 * The words of a text: letters and digits of any script, case and compatibility forms folded. Scripts written without
 * blanks give pairs of letters, because a whole sentence of them would be one word.
 */
export function tokenSet(text: string): Set<string> {
  if (isPlainAscii(text)) return new Set(text.toLowerCase().match(/[a-z\d]+/g))
  const words = new Set<string>()
  for (const [run, unspaced] of text.normalize('NFKC').toLowerCase().matchAll(runs)) {
    for (const word of unspaced === undefined ? [run] : toPairs(unspaced)) words.add(word)
  }
  return words
}

/** Shared words over the words of the smaller set: 1 if one holds the other, 0 if they share nothing. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size)
  return smaller === 0 ? 0 : countShared(a, b) / smaller
}

/**
 * Where both speak of the same paths, or one of some of the other's, a shorter text may be contained in a longer one.
 * Without a common path the words are the only evidence, so the texts must agree as a whole (Jaccard), or any short
 * body would recur in any long one. Paths that differ otherwise are two traps.
 */
export function isRecurrence(fresh: Recurring, old: Recurring): boolean {
  return recurrenceOf(fresh)(old)
}

/** The same, for one trap and many old ones. */
export function recurrenceOf(fresh: Recurring): (old: Recurring) => boolean {
  const [paths, words] = [toPathSet(fresh.patterns), wordsOf(fresh)]
  return (old) => {
    const measure = pickMeasure(paths, toPathSet(old.patterns))
    if (measure === undefined) return false
    const others = wordsOf(old)
    if (countShared(words, others) >= enoughWords) return measure(words, others) >= sameText
    return words.size > 0 && jaccard(words, others) === 1 && jaccard(tokenSet(fresh.title), tokenSet(old.title)) === 1
  }
}

type Words = ReadonlySet<string>

function pickMeasure(a: Words, b: Words): ((a: Words, b: Words) => number) | undefined {
  if (a.size === 0 || b.size === 0) return jaccard
  return countShared(a, b) === Math.min(a.size, b.size) ? overlap : undefined
}

function toPathSet(patterns: readonly string[]): Words {
  return new Set(patterns.map(toComparablePath))
}

/** The title stands in for a body without words, as in a record that is a title only. */
function wordsOf({ title, body }: Recurring): Words {
  const words = tokenSet(body)
  return words.size > 0 ? words : tokenSet(title)
}

function jaccard(a: Words, b: Words): number {
  const shared = countShared(a, b)
  const all = a.size + b.size - shared
  return all === 0 ? 1 : shared / all
}

function countShared(a: Words, b: Words): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared
}

function toPairs(run: string): string[] {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}
