/**
 * The query language: words, `"phrases"`, `prefix*`, and upper-case AND, OR, NOT between terms. Everything that is not
 * one of these is a word or nothing: no input is an error. Knows nothing of the index that answers.
 */
import { isFillerWord } from './filler-words.ts'
import { type QueryTerm, type QueryToken, toQueryText, toQueryTokens } from './query-tokens.ts'

export type { QueryTerm } from './query-tokens.ts'

export interface QueryAlternative {
  /** Invariant: at least one group, and none empty. Groups are joined by AND; in a group stand the words between two operators. */
  groups: QueryTerm[][]
  /** Terms behind NOT. */
  excluded: QueryTerm[]
}

export interface Query {
  /** The text that was parsed: controls as blanks, halves of surrogate pairs replaced, straight quotes, cut when very long. */
  text: string
  /** Joined by OR; empty when there is nothing to search for. */
  alternatives: QueryAlternative[]
  /** A hit must hold the phrases: not so in a question (with question words), where quotation marks name a title. */
  mustHoldPhrases: boolean
  /** Operators or demanded phrases: a hit of any arm but the keyword arm counts only if the keyword query matches it too. */
  strict: boolean
  /** Why there is nothing to search for: no text, nothing but a star, nothing but punctuation. */
  empty: 'blank' | 'star' | 'symbols' | undefined
}

/** More terms than this are a pasted document; the first ones say enough, and FTS5 limits the size of an expression. */
export const maxTerms = 64

/**
 * A beginning of one letter fits a good part of all words, and to read all their places takes as long as a search for
 * dozens of words; one of two letters about half of that. What goes beyond one of the first or two of the second is
 * searched as a word.
 */
const shortPrefixes = 2

/** @param options.prefixLast the last word is still being typed: a word at the very end of the text is a prefix. */
export function parseQuery(text: string, options: { prefixLast?: boolean } = {}): Query {
  const clean = toQueryText(text)
  const kept = limitTerms(limitShortPrefixes(toQueryTokens(clean, options.prefixLast ?? false)))
  const used = dropFillers(kept)
  const alternatives = toAlternatives(used)
  const isQuestion = used.length < kept.length
  const mustHoldPhrases = !isQuestion && used.some((token) => token.term.kind === 'phrase')
  return {
    text: clean,
    alternatives,
    mustHoldPhrases,
    strict: mustHoldPhrases || used.some((token) => token.operator !== undefined),
    empty: alternatives.length > 0 ? undefined : toEmptyReason(clean),
  }
}

/** The terms that a hit may hold, in the order typed: all but those behind NOT. */
export function includedTerms(query: Query): QueryTerm[] {
  return query.alternatives.flatMap((alternative) => alternative.groups.flat())
}

function limitShortPrefixes(tokens: QueryToken[]): QueryToken[] {
  const known = new Set<string>()
  let spent = 0
  return tokens.map((token) => {
    const { term } = token
    if (term.kind !== 'prefix' || known.has(termKey(term))) return token
    const cost = Math.max(0, 3 - term.text.length)
    if (spent + cost > shortPrefixes) return { ...token, term: { ...term, kind: 'word' } }
    known.add(termKey(term))
    spent += cost
    return token
  })
}

/** Keeps the first distinct terms; a repetition of one of them stays, because it may belong to another alternative. */
function limitTerms(tokens: QueryToken[]): QueryToken[] {
  const keys = new Set<string>()
  for (const token of tokens) if (token.operator === undefined) keys.add(termKey(token.term))
  const allowed = new Set([...keys].slice(0, maxTerms))
  const end = tokens.findIndex((token) => token.operator === undefined && !allowed.has(termKey(token.term)))
  return end < 0 ? tokens : tokens.slice(0, end)
}

function termKey(term: QueryTerm): string {
  return [term.kind, term.text.toLowerCase(), ...term.identifiers].join(' ')
}

/** Unless nothing else is left: then `who is it` is searched as typed. */
function dropFillers(tokens: QueryToken[]): QueryToken[] {
  const hasSmallLetters = tokens.some((token) => token.term.text !== token.term.text.toUpperCase())
  const content = tokens.filter((token) => token.operator !== undefined || !isFiller(token.term, hasSmallLetters))
  return content.some((token) => token.operator === undefined) ? content : tokens
}

/** Capitals among small letters are a name: `IT`, `US`. */
function isFiller(term: QueryTerm, hasSmallLetters: boolean): boolean {
  const isName = hasSmallLetters && /^[A-Z]{2,}$/.test(term.text)
  return term.kind === 'word' && !isName && isFillerWord(term.text)
}

function toAlternatives(tokens: QueryToken[]): QueryAlternative[] {
  const alternatives = splitAt(tokens, 'OR')
    .map(toAlternative)
    .filter(({ groups }) => groups.length > 0)
  const terms = tokens.filter((token) => token.operator === undefined).map((token) => token.term)
  if (alternatives.length > 0 || terms.length === 0) return alternatives
  return [{ groups: [distinct(terms)], excluded: [] }]
}

function toAlternative(tokens: QueryToken[]): QueryAlternative {
  const excluded = tokens.filter((_, index) => isExcluded(tokens, index))
  const included = tokens.filter((token) => token.operator !== 'NOT' && !excluded.includes(token))
  const groups = splitAt(included, 'AND').map((group) => distinct(group.map((token) => token.term)))
  return { groups: groups.filter((group) => group.length > 0), excluded: distinct(excluded.map((token) => token.term)) }
}

function isExcluded(tokens: QueryToken[], index: number): boolean {
  const [token, before] = [tokens[index], tokens[index - 1]]
  if (token === undefined || before === undefined || token.operator !== undefined) return false
  return before.operator === 'NOT' || (token.joined && isExcluded(tokens, index - 1))
}

function splitAt(tokens: QueryToken[], operator: 'AND' | 'OR'): QueryToken[][] {
  const parts: QueryToken[][] = [[]]
  for (const token of tokens) {
    if (token.operator === operator) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

function distinct(terms: QueryTerm[]): QueryTerm[] {
  return [...new Map(terms.map((term) => [termKey(term), term])).values()]
}

function toEmptyReason(text: string): Query['empty'] {
  if (text.trim() === '') return 'blank'
  return /^[\s*]+$/.test(text) ? 'star' : 'symbols'
}
