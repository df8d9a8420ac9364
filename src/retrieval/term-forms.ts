/** What FTS5 is asked for one term of a query: strict for the query in which every term must be there, wide for any. */
import { isPlainAscii, wordPattern } from '../lib/scripts.ts'
import { toIndexText } from '../lib/search-text.ts'
import { splitByCase } from '../lib/word-parts.ts'
import { isUnspaced, segmentWords } from '../lib/word-segments.ts'
import { isFillerWord } from './filler-words.ts'
import { toPrefixForms } from './prefix-forms.ts'
import type { QueryTerm } from './query-tokens.ts'

/** A pasted paragraph without blanks, a long path or phrase is one term; its first words say enough. */
const maxParts = 32

/** An FTS5 expression that is true where the term stands. */
export function strictForm({ kind, text }: QueryTerm): string {
  if (kind === 'phrase') return quote(beginning(text))
  if (kind === 'prefix') return prefixForm(text)
  if (isUnspaced(text)) return all(toSegments(text).map(quote))
  const parts = splitByCase(text).slice(0, maxParts)
  return any([...wholeForms(text), ...(parts.length > 1 ? [all(parts.map(quote))] : [])])
}

/** FTS5 expressions of which one is enough: the term, and what it is made of. */
export function wideForms(term: QueryTerm): string[] {
  const { kind, text } = term
  if (kind === 'prefix') return [strictForm(term)]
  if (kind === 'word' && isUnspaced(text)) return [...toSegments(text), text].map(quote)
  const parts = looseParts(term).map(quote)
  if (kind === 'word' && isHyphenated(text)) return parts
  return [...(kind === 'phrase' ? [strictForm(term)] : wholeForms(text)), ...parts]
}

/** The words that a name or phrase is made of; none for a version or key, which torn into digits would match too much. */
export function looseParts({ kind, text }: QueryTerm): string[] {
  if (kind === 'word' && text.includes("'")) return []
  const words = kind === 'word' && /\d/.test(text) ? [text] : (text.match(wordPattern(text)) ?? [])
  const pieces = words.slice(0, maxParts).flatMap((word) => [word, ...splitByCase(word)])
  return pieces.filter((piece) => piece.length > 1 && piece !== text && !isFillerWord(piece)).slice(0, maxParts)
}

/** The words of an expression without its signs, as one reads them. */
export function toReadable(form: string): string {
  return form.replace(/["()]/g, '')
}

export function all(forms: string[]): string {
  return join(forms, ' AND ')
}

export function any(forms: string[]): string {
  return join(forms, ' OR ')
}

/** Two or more words of prose, for which to ask for the whole besides would count them twice; not `G-CSF`, not `and-gate`. */
function isHyphenated(text: string): boolean {
  return /^[A-Za-z\x80-\uffff]{2,}(?:-[A-Za-z\x80-\uffff]{2,})+$/.test(text) && !text.split('-').some(isFillerWord)
}

/** Of a phrase as long as a page; no other text begins with the same words. */
function beginning(phrase: string): string {
  return phrase.split(/\s+/, maxParts).join(' ')
}

/** Particles between the words carry nothing, unless they are all there is. */
export function toSegments(run: string): string[] {
  const words = segmentWords(run).slice(0, maxParts)
  const content = words.filter((word) => !isFillerWord(word))
  return [content, words, [run]].find((list) => list.length > 0) ?? []
}

/** The term itself: `baker's` as its noun, `src/que` as a beginning, `doesn't` also as `doesnt` and the reverse. */
function wholeForms(text: string): string[] {
  const noun = text.replace(/'s$/i, '')
  if (/[./\\][a-z]+$/i.test(noun)) return [`${quote(noun)}*`]
  if (noun.includes("'")) return [quote(noun), quote(noun.replaceAll("'", ''))]
  const isNegation = /^(?:do|does|did|is|are|was|were|has|have|had|would|should|could|must|need|wo|ca)nt$/i.test(noun)
  return isNegation ? [quote(noun), quote(`${noun.slice(0, -1)}'t`)] : [quote(noun)]
}

function prefixForm(text: string): string {
  if (!isPlainAscii(text)) return `${quote(text)}*`
  const [last = ''] = /(?<![a-z\d])[a-z\d]*$/i.exec(text) ?? []
  const head = text.slice(0, text.length - last.length)
  const { prefixes, words } = toPrefixForms(last.toLowerCase())
  return any([...prefixes.map((form) => `${quote(head + form)}*`), ...words.map((word) => quote(head + word))])
}

function quote(text: string): string {
  return `"${toIndexText(text).replaceAll('"', ' ')}"`
}

function join(forms: string[], operator: string): string {
  const distinct = [...new Set(forms)]
  return distinct.length === 1 ? distinct.join('') : `(${distinct.join(operator)})`
}
