/** How much of a query one place of a text holds: its title and a few words in a row. */
import { toStem } from '../lib/fold.ts'
import { likeness } from '../lib/word-likeness.ts'
import { irregularForms } from './irregular-forms.ts'
import { lexical } from './shared-numbers.ts'

export interface SoughtTerm {
  /** In small letters, or as FTS5 is asked for it. */
  word: string
  weight: number
  /** The record holds it, somewhere. */
  isHeld: boolean
}

/** Words of half a part: parts overlap by half, so that no place is cut in two. */
const half = 10
/** Letters looked at: a book must not hold up an answer. */
const mostLetters = 12_000

/**
 * @param text title, line break, and the rest
 * @returns for each term how much the part that holds most of the query holds of it: 1 the term, less a word like it, 0 none
 */
export function closestPart(terms: readonly SoughtTerm[], text: string): number[] {
  const lineEnd = text.indexOf('\n')
  const measure = toMeasure(terms)
  const inTitle = bestOf(toWords(lineEnd < 0 ? text : text.slice(0, lineEnd)), measure, terms.length)
  const words = lineEnd < 0 ? [] : toWords(text.slice(lineEnd, mostLetters))
  const halves: number[][] = []
  for (let from = 0; from < words.length; from += half) {
    halves.push(bestOf(words.slice(from, from + half), measure, terms.length))
  }
  let [best, most] = [inTitle, -1]
  halves.forEach((one, at) => {
    const part = inTitle.map((held, term) => Math.max(held, one[term] ?? 0, halves[at + 1]?.[term] ?? 0))
    const sum = part.reduce((total, held, term) => total + held * (terms[term]?.weight ?? 0), 0)
    if (sum > most) [best, most] = [part, sum]
  })
  return best
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** How much each word of a text says of each term. */
type Measure = (word: string) => readonly number[]

function toMeasure(terms: readonly SoughtTerm[]): Measure {
  const forms = terms.map(({ word, isHeld }) => (isHeld ? [word, ...irregularForms(word)] : []))
  const stems = forms.map((words) => new Set(words.map(toStem)))
  const beginnings = new Set(forms.flat().map(beginningOf))
  const measured = new Map<string, readonly number[]>()
  return (word) => {
    const known = measured.get(word)
    if (known !== undefined) return known
    const stem = beginnings.has(beginningOf(word)) ? toStem(word) : undefined
    const found = terms.map((term, at) => (stem !== undefined && stems[at]?.has(stem) ? 1 : inPart(term, word)))
    measured.set(word, found)
    return found
  }
}

/** Words of one stem begin alike, and to compare that costs less than to find the stem. */
function beginningOf(word: string): string {
  return word.slice(0, 2)
}

/** A word counts from the likeness on that says more than a common topic. */
function inPart({ word, isHeld }: SoughtTerm, other: string): number {
  if (!/^[a-z]+$/.test(word)) return isHeld ? 1 : 0
  const { alike } = lexical.weak
  return Math.max(0, (likeness(word, other) - alike) / (1 - alike))
}

function bestOf(words: readonly string[], measure: Measure, terms: number): number[] {
  const best = new Array<number>(terms).fill(0)
  for (const word of words) {
    measure(word).forEach((held, term) => {
      if (held > (best[term] ?? 0)) best[term] = held
    })
  }
  return best
}
