/**
 * A query as FTS5 MATCH strings. Every term is quoted and holds a letter or digit, so none of them can be a syntax error.
 */
import { toStem } from '../lib/fold.ts'
import { isUnspaced } from '../lib/word-segments.ts'
import { irregularForms } from './irregular-forms.ts'
import { includedTerms, type Query, type QueryAlternative } from './query.ts'
import type { QueryTerm } from './query-tokens.ts'
import { all, any, looseParts, strictForm, toSegments, wideForms } from './term-forms.ts'

export interface KeywordMatch {
  /** Records that hold every term. */
  allTerms: string
  /** Records that hold some term; AND, NOT and phrases still hold. */
  anyTerm: string
}

/** For the index of words; undefined when the query is empty. */
export function toKeywordMatch(query: Query): KeywordMatch | undefined {
  if (query.alternatives.length === 0) return undefined
  const toWide = query.mustHoldPhrases ? wideGroupWithPhrases : wideGroup
  return {
    allTerms: any(query.alternatives.map((alternative) => withoutExcluded(alternative, strictGroup))),
    anyTerm: any(query.alternatives.map((alternative) => withoutExcluded(alternative, toWide))),
  }
}

/** One statement each; half of them for the most terms that a query has, half for what these are made of. */
export const maxScoredForms = 128

/** So many of these are also asked for in other words and forms: in a longer query each word says little. */
export const maxWithOthers = 32

/** FTS5 expressions that are scored one by one: the query's terms and what they are made of, each stem once. */
export function toScoredForms(query: Query): string[] {
  const forms = includedTerms(query).flatMap(wideForms)
  const byStem = new Map<string, string>()
  for (const form of forms) if (!byStem.has(stemOf(form))) byStem.set(stemOf(form), form)
  return [...byStem.values()].slice(0, maxScoredForms)
}

function stemOf(form: string): string {
  const word = /^"([A-Za-z]+)"$/.exec(form)?.[1]
  return word === undefined ? form : toStem(word)
}

/** Neighbouring plain words of the query as phrases: a record that holds them side by side means them together. */
export function toPairForms(query: Query): string[] {
  const groups = query.alternatives.flatMap(({ groups: found }) => found)
  const pairs = groups.flatMap((group) =>
    group.flatMap((term, at) => {
      const next = group[at + 1]
      const isPair =
        next !== undefined && [term, next].every(({ kind, text }) => kind === 'word' && /^[A-Za-z0-9]+$/.test(text))
      return isPair ? [`"${term.text} ${next.text}"`] : []
    }),
  )
  return [...new Set(pairs)]
}

/** A text with more names than a quarter of this is a pasted listing; names that stand first are looked up. */
const maxNameForms = 256

/** For the index of names; undefined when the query holds none. */
export function toExactMatch(query: Query): string | undefined {
  const forms = includedTerms(query).flatMap((term) => term.identifiers.flatMap((name) => nameForms(name, term)))
  return forms.length === 0 ? undefined : any(forms.slice(0, maxNameForms))
}

/**
 * For the index of names: the names as they were typed. One that a sign joins (`@scope/pkg`) is another name where it
 * goes on; a word with a digit or capital in it (`microRNA`) may take an ending. Undefined when the query holds none.
 */
export function toWholeNameMatch(query: Query): string | undefined {
  const forms = includedTerms(query).flatMap((term) => term.names.flatMap((name) => wholeNameForms(name, term)))
  return forms.length === 0 ? undefined : any(forms.slice(0, maxNameForms))
}

/**
 * The expressions that score the names of the query as words, where the index of words keeps each of them whole as well (`E11000`,
 * `useCallback`); else none.
 */
export function toNameWordForms(query: Query): string[] {
  const named = includedTerms(query).filter(({ names }) => names.length > 0)
  return named.every(({ names }) => names.every(isKeptWhole)) ? named.flatMap(wideForms) : []
}

/** One word, which stemming leaves as it is. */
function isKeptWhole(name: string): boolean {
  return /^[a-z\d]+$/.test(name) && toStem(name) === name
}

/** The words to highlight, in small letters; one that may go on ends in a star. */
export function queryTerms(query: Query): string[] {
  return [...new Set(includedTerms(query).flatMap(toHighlights))]
}

function withoutExcluded(alternative: QueryAlternative, toForm: (group: QueryTerm[]) => string): string {
  const included = all(alternative.groups.map(toForm))
  const { excluded } = alternative
  return excluded.length === 0 ? included : `(${included} NOT ${any(excluded.map(strictForm))})`
}

function strictGroup(group: QueryTerm[]): string {
  return all(group.map(strictForm))
}

function wideGroup(group: QueryTerm[]): string {
  return any(group.flatMap(wideForms))
}

/** Loose terms beside a demanded phrase only count for the order, which FTS5 can say by repeating the phrase. */
function wideGroupWithPhrases(group: QueryTerm[]): string {
  const phrases = group.filter((term) => term.kind === 'phrase').map(strictForm)
  return phrases.length === group.length ? all(phrases) : all([...phrases, wideGroup(group)])
}

/** What ends in a letter may be the beginning of a longer name; `v1.2.3` is never the beginning of `v1.2.30`. */
function nameForms(name: string, term: QueryTerm): string[] {
  const mayGoOn = term.kind === 'prefix' || /^[^.].*[A-Za-z\x80-\uffff]$/.test(name)
  return mayGoOn ? [`"${name}"`, `"${name}"*`] : [`"${name}"`]
}

/** Each name in two forms, so that all of them weigh the same. */
function wholeNameForms(name: string, term: QueryTerm): string[] {
  const forms = /[^A-Za-z\d]/.test(name) ? [] : nameForms(name, term)
  return forms.length === 2 ? forms : [`"${name}"`, `("${name}")`]
}

function toHighlights(term: QueryTerm): string[] {
  const text = term.text.toLowerCase()
  if (term.kind === 'prefix') return [`${text}*`]
  if (isUnspaced(text)) return toSegments(text)
  const words = term.kind === 'phrase' ? text.split(/\s+/) : [text.replace(/'s$/, '')]
  const parts = looseParts(term).map((part) => part.toLowerCase())
  return [...words, ...words.flatMap(irregularForms), ...parts]
}
