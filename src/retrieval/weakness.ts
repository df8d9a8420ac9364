/**
 * Whether the best record is likely to answer: the share of the query that it leaves out, and what it lacks of what is
 * asked for, less what it has in common with it.
 */
import { idf, type Statistics } from './bm25.ts'
import { closestPart, type SoughtTerm } from './closest-part.ts'
import type { Term } from './lexical.ts'
import { maxWithOthers } from './match.ts'
import { holds } from './postings.ts'
import { askedThing, asksForQuantity, holdsQuantity } from './question.ts'
import { lexical } from './shared-numbers.ts'
import { toReadable } from './term-forms.ts'

const { weak } = lexical

export interface BestRecord {
  key: number
  /** Its score by the words of the query; 0 where another arm brought it in. */
  raw: number
  /** Title, tags and body. */
  text: string
}

/**
 * @param question the text of the query
 * @param terms of the query, by their FTS5 expressions
 */
export function isWeak(
  question: string,
  { terms, best, statistics }: { terms: ReadonlyMap<string, Term>; best: BestRecord; statistics: Statistics },
): boolean {
  const sought = toSought(terms, best.key)
  const held = closestPart(sought, best.text)
  const lacksQuantity = asksForQuantity(question) && !holdsQuantity(best.text)
  const lacking =
    shareLeftOut(sought, held) +
    (lacksQuantity ? weak.quantity : 0) +
    weak.thing * lackOfThing(askedThing(question), sought, held)
  return lacking - (weak.held * best.raw) / idf(0, statistics) >= weak.bar
}

/** Of a pasted page the first terms say enough. */
function toSought(terms: ReadonlyMap<string, Term>, key: number): SoughtTerm[] {
  return [...terms].slice(0, maxWithOthers).map(([form, { postings, weight }]) => {
    return { word: toReadable(form).toLowerCase(), weight, isHeld: holds(postings, key) }
  })
}

function shareLeftOut(sought: readonly SoughtTerm[], held: readonly number[]): number {
  const whole = sought.reduce((sum, { weight }) => sum + weight, 0)
  const left = sought.reduce((sum, { weight }, term) => sum + weight * (1 - (held[term] ?? 0)), 0)
  return whole === 0 ? 0 : left / whole
}

function lackOfThing(thing: string | undefined, sought: readonly SoughtTerm[], held: readonly number[]): number {
  const at = sought.findIndex(({ word }) => word === thing)
  return at < 0 ? 0 : 1 - (held[at] ?? 0)
}
