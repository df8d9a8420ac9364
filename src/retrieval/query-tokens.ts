/** Cuts the text of a query into terms and operators. */
import { findIdentifiers, findNames, urlWithQuery } from '../lib/identifiers.ts'
import { emoji, isPlainAscii, lazyPattern, letter, unspacedLetter } from '../lib/scripts.ts'
import { isFillerWord } from './filler-words.ts'

export interface QueryTerm {
  kind: 'word' | 'phrase' | 'prefix'
  /** As typed, without quotes and star; a word is of one script only (`发布API` is two terms). */
  text: string
  /** The names in it, in the normal form of the index of names, and the shorter forms by which each is looked up. */
  identifiers: string[]
  /** Of those the ones that were typed so. */
  names: string[]
}

export type Operator = 'AND' | 'OR' | 'NOT'

export interface QueryToken {
  term: QueryTerm
  operator: Operator | undefined
  /** Typed without a blank after the token before it: what holds for that holds for this. */
  joined: boolean
}

/** A longer query is a pasted document. */
const maxLength = 4096

const joiners = String.raw`'_.:\-\/+#@$\\`
const emojiParts = String.raw`\p{ExtPict}\p{RI}\p{EMod}\u200d\ufe0f\u20e3\u{e0020}-\u{e007f}`
const typed = lazyPattern(
  String.raw`"(?<phrase>[^"]*)"|(?<word>${urlWithQuery}|[\p{L}\p{M}\p{N}${emojiParts}${joiners}]+)(?<star>\*+(?![\p{L}\p{M}\p{N}]))?`,
  'gv',
)
const oneScript = lazyPattern(
  `${emoji}|(?:${unspacedLetter}\\p{M}*)+|[[${letter}${joiners}]--${unspacedLetter}]+`,
  'gv',
)
const typedAscii = new RegExp(
  String.raw`"(?<phrase>[^"]*)"|(?<word>${urlWithQuery}|[A-Za-z\d'_.:\-/+#@$\\]+)(?<star>\*+(?![A-Za-z\d]))?`,
  'g',
)
const searchable = lazyPattern(String.raw`[\p{L}\p{N}\p{ExtPict}\p{RI}]`, 'v')

/** The query as it is understood: what cannot be typed is a blank, every quotation mark is `"`, every apostrophe `'`. */
export function toQueryText(text: string): string {
  const clean = cut(text).toWellFormed()
  return isPlainAscii(clean) ? clean : straighten(clean)
}

/** @param prefixLast a word at the very end of the text is still being typed. */
export function toQueryTokens(text: string, prefixLast: boolean): QueryToken[] {
  const balanced = withoutBold(balanceQuotes(text))
  const tokens = [...balanced.matchAll(isPlainAscii(balanced) ? typedAscii : typed())].flatMap((match) => {
    const { phrase, word = '', star } = match.groups ?? {}
    if (phrase !== undefined) return isSearchable(phrase) ? [toToken('phrase', phrase, false)] : []
    const isUnfinished = prefixLast && match.index + word.length === balanced.length
    return toWordTokens(word, star !== undefined || isUnfinished)
  })
  return markOperators(tokens)
}

/** Between words, so that no half of one is searched for; a text without blanks anywhere near is cut where it must be. */
function cut(text: string): string {
  const kept = text.slice(0, maxLength)
  return text.length === kept.length ? kept : kept.replace(/(?<=\s)\S{1,200}$/, '')
}

function straighten(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}--[\t\n\r]]/gv, ' ')
    .replace(/[“”„‟«»＂]/g, '"')
    .replace(/[‘’‛ʼ＇´]/g, "'")
}

/** The last of an odd number of quotation marks opens nothing. */
function balanceQuotes(text: string): string {
  const last = text.lastIndexOf('"')
  const isOdd = (text.split('"').length - 1) % 2 === 1
  return isOdd ? `${text.slice(0, last)} ${text.slice(last + 1)}` : text
}

/** The stars around `**words**` ask for nothing. */
function withoutBold(text: string): string {
  return text.includes('**') ? text.replace(/\*\*(?=\S)([^*\n]+)(?<=\S)\*\*/g, ' $1 ') : text
}

function toWordTokens(word: string, isPrefix: boolean): QueryToken[] {
  const pieces = isPlainAscii(word) ? [word] : (word.match(oneScript()) ?? [])
  const words = pieces.filter((piece) => isSearchable(piece))
  const last = words.length - 1
  return words.map((piece, index) => toToken(isPrefix && index === last ? 'prefix' : 'word', piece, index > 0))
}

function isSearchable(text: string): boolean {
  return /[A-Za-z\d]/.test(text) || (!isPlainAscii(text) && searchable().test(text))
}

function toToken(kind: QueryTerm['kind'], typedText: string, joined: boolean): QueryToken {
  const text = kind === 'phrase' ? typedText.trim() : trimWord(typedText)
  const isName = !isOnlyWord(typedText)
  const term = {
    ...{ kind, text },
    identifiers: isName ? findIdentifiers(typedText) : [],
    names: isName ? findNames(typedText) : [],
  }
  return { term, operator: undefined, joined }
}

/** Written like a name, and none: words with hyphens between (`dairy-free`), an acronym in the plural (`ATMs`). */
function isOnlyWord(typedText: string): boolean {
  return /^\p{L}+(?:-\p{L}+)+$/u.test(typedText) || /^[a-z]{0,2}[A-Z]{2,}s$/.test(typedText)
}

/** Joining signs at the ends join nothing. */
function trimWord(word: string): string {
  return word.replace(/^['_.:\-/+#@$\\]+|['_.:\-/+#@$\\]+$/g, '')
}

function markOperators(tokens: QueryToken[]): QueryToken[] {
  const marked: QueryToken[] = []
  tokens.forEach((token, index) => {
    const operator = findOperator(token, marked.at(-1), tokens.slice(index + 1, index + 3))
    marked.push({ ...token, operator })
  })
  return marked
}

/** An operator stands between terms; NOT also behind AND, but behind a function word it is grammar (`do NOT use`). */
function findOperator(token: QueryToken, before: QueryToken | undefined, after: QueryToken[]): Operator | undefined {
  const word = toOperatorWord(token)
  const [next, afterNext] = after
  if (word === undefined || before === undefined || next === undefined) return undefined
  const followsAnd = before.operator === 'AND' && word === 'NOT'
  if (before.operator !== undefined && !followsAnd) return undefined
  if (word === 'NOT' && before.term.kind === 'word' && !followsAnd && isFillerWord(before.term.text)) return undefined
  const leadsToNot = word === 'AND' && toOperatorWord(next) === 'NOT' && afterNext !== undefined
  return toOperatorWord(next) === undefined || leadsToNot ? word : undefined
}

function toOperatorWord({ term }: QueryToken): Operator | undefined {
  const { kind, text } = term
  return kind === 'word' && (text === 'AND' || text === 'OR' || text === 'NOT') ? text : undefined
}
