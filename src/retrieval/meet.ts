/**
 * All that meets the query: the sorted lists of its terms gone through side by side. What is found stands in typed arrays,
 * and no number is handed over on the way, because V8 makes an object of each fraction that is: of 10,000 records that
 * hold a common word, that was half of all the garbage of a search.
 */
import type { Term } from './lexical.ts'
import type { Postings } from './postings.ts'
import { lexical } from './shared-numbers.ts'

/** One place in each of the lists for each record, or passage. */
export interface Met {
  /** Ascending. */
  keys: Float64Array
  /** Weight × saturation, over all terms: what a score is without a look at the record's length. */
  sums: Float64Array
  /** How many of the terms it holds itself. */
  owns: Uint16Array
}

/** Of several lists of one term the first that holds a record counts. */
interface List extends Postings {
  term: number
  weight: number
  isOwn: boolean
  /** The records of this list come in by it alone. */
  bringsIn: boolean
}

/**
 * In a question a record that holds nothing but words like the terms is there too, if some record holds a term itself:
 * what nobody ever spoke of is not made known by words that come near.
 */
export function meet(terms: readonly Term[]): Met {
  const lists = toLists(terms)
  const most = lists.reduce((sum, { keys, bringsIn }) => sum + (bringsIn ? keys.length : 0), 0)
  const met = { keys: new Float64Array(most), sums: new Float64Array(most), owns: new Uint16Array(most) }
  const heads = Float64Array.from(lists, ({ keys }) => keys[0] ?? Number.POSITIVE_INFINITY)
  const places = new Uint32Array(lists.length)
  let count = 0
  for (let next = findNext(lists, heads); next >= 0; next = findNext(lists, heads)) {
    met.keys[count] = heads[next] ?? 0
    take(lists, { heads, places }, met, count)
    count += 1
  }
  return firstOf(met, count)
}

/** Those of the records. */
export function keepMet({ keys, sums, owns }: Met, kept: ReadonlySet<number>): Met {
  const isKept = (_: number, at: number): boolean => kept.has(keys[at] ?? 0)
  return { keys: keys.filter(isKept), sums: sums.filter(isKept), owns: owns.filter(isKept) }
}

/** Of each term its own list, then those of the words like it, the one that weighs most first. */
function toLists(terms: readonly Term[]): List[] {
  const isQuestion = terms.filter(({ isBonus }) => !isBonus).length >= lexical.similar.terms
  const bringsIn = isQuestion && terms.some(({ postings }) => postings.keys.length > 0)
  return terms.flatMap(({ postings, weight, isBonus, similar }, term) => [
    { ...postings, term, weight, isOwn: !isBonus, bringsIn: true },
    ...similar.map((other) => ({ ...other.postings, term, weight: other.weight, isOwn: false, bringsIn })),
  ])
}

/** Which of the lists has the record that comes next; -1 at the end. */
function findNext(lists: readonly List[], heads: Float64Array): number {
  let next = -1
  let least = Number.POSITIVE_INFINITY
  for (let at = 0; at < lists.length; at++) {
    const head = heads[at] ?? 0
    if (head >= least || lists[at]?.bringsIn === false) continue
    next = at
    least = head
  }
  return next
}

interface Cursors {
  /** The key that each list is at, and its place in the list. */
  heads: Float64Array
  places: Uint32Array
}

/** Adds up what the lists say of the record at `count`, and moves them past it. */
function take(lists: readonly List[], { heads, places }: Cursors, { keys, sums, owns }: Met, count: number): void {
  const key = keys[count] ?? 0
  let taken = -1
  for (let at = 0; at < lists.length; at++) {
    const list = lists[at]
    if (list === undefined) continue
    let place = places[at] ?? 0
    // A list that brings nothing in has records that nobody asked for in front.
    while ((list.keys[place] ?? key) < key) place += 1
    const holds = list.keys[place] === key
    if (holds && list.term !== taken) {
      sums[count] = (sums[count] ?? 0) + list.weight * (list.saturations[place] ?? 0)
      owns[count] = (owns[count] ?? 0) + Number(list.isOwn)
      taken = list.term
    }
    places[at] = holds ? place + 1 : place
    heads[at] = list.keys[places[at] ?? 0] ?? Number.POSITIVE_INFINITY
  }
}

function firstOf({ keys, sums, owns }: Met, count: number): Met {
  return { keys: keys.subarray(0, count), sums: sums.subarray(0, count), owns: owns.subarray(0, count) }
}
