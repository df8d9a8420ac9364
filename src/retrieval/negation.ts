/**
 * Words that turn what a text says into its opposite: neither shared terms nor vectors tell two such texts apart. English,
 * and the commonest words of German, French, Spanish and Portuguese, without accents and in small letters.
 */
import { fold } from '../lib/fold.ts'
import { isPlainAscii, lazyPattern } from '../lib/scripts.ts'
import { isFillerWord } from './filler-words.ts'

const english =
  'not no never none nothing nobody nowhere neither nor without cannot cant unable lack lacks lacked avoid avoids avoided'
const german = 'nicht kein keine keinen keinem keiner keines nie niemals nichts ohne'
const romance =
  'ne pas jamais aucun aucune rien sans nunca jamas tampoco ningun ninguna ninguno nada sin nao nenhum nenhuma sem'
const markers = new Set([english, german, romance].join(' ').split(' '))

/** `doesn't`, `doesnt`, `won't`. */
const contraction = /^(?:do|does|did|is|are|was|were|has|have|had|would|should|could|must|need|wo|ca|ai)n'?t$/
/** `failed to start`; a failed request is only a kind of request. */
const failing = /^fail(?:s|ed|ing)?$/

/** What stands beside a negation and says nothing by itself: `no longer`. */
const companions = new Set(['longer', 'will'])

/** A claim stands at the beginning, in some hundred words; what comes later is detail, in which each long text denies something. */
const claimLength = 600

/** Forms of one word agree in so many letters at least, in any of these languages; a stemmer knows one, and takes longer. */
const headLength = 5
const ending = /(?<=^.{2,})(?:ing|ed|es|s|e)$/

export interface Claim {
  negations: number
  /** Heads of the words, without negations and fillers; worked out when it is asked for. */
  said(): ReadonlySet<string>
}

/**
 * How often the text denies something, and what it speaks of, in its first 600 characters.
 * @param heads is filled with those of the words that were met, for the texts after it: they have most of them in common
 */
export function toClaim(text: string, heads = new Map<string, string>()): Claim {
  const folded = fold(text.slice(0, claimLength).replaceAll('’', "'"))
  const words = folded.match(isPlainAscii(folded) ? /[a-z\d]+(?:'[a-z\d]+)*/g : unicodeWord()) ?? []
  let negations = 0
  words.forEach((word, at) => {
    if (isNegation(word, words[at + 1])) negations++
  })
  let said: ReadonlySet<string> | undefined
  return {
    negations,
    said: () => {
      said ??= toHeads(words, heads)
      return said
    },
  }
}

const unicodeWord = lazyPattern(String.raw`[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*`, 'gu')

function toHeads(words: readonly string[], known: Map<string, string>): ReadonlySet<string> {
  const heads = new Set<string>()
  for (const word of words) {
    const head = known.get(word) ?? (saysSomething(word) ? toHead(word) : '')
    known.set(word, head)
    if (head !== '') heads.add(head)
  }
  return heads
}

function saysSomething(word: string): boolean {
  return !isDenial(word) && !isFillerWord(word) && !companions.has(word)
}

/** Far less than one word, far more than what is lost in a division. */
const rounding = 1e-9

/** Whether both say at least this share of what either says (Jaccard, 0 to 1); two that say nothing share all. */
export function sharesEnough(one: ReadonlySet<string>, other: ReadonlySet<string>, least: number): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  // shared / (sum − shared) ≥ least, solved for what of the smaller one the other need not say.
  const needed = Math.ceil((least * (small.size + large.size)) / (1 + least) - rounding)
  let missable = small.size - needed
  for (const word of small) {
    if (missable < 0) return false
    if (!large.has(word)) missable -= 1
  }
  return missable >= 0
}

function isNegation(word: string, next: string | undefined): boolean {
  return isFailing(word) ? next === 'to' : isDenial(word)
}

/** Nearly every word is told by one of its ends, at a third of what the pattern takes. */
function isDenial(word: string): boolean {
  return markers.has(word) || (word.endsWith('t') && contraction.test(word)) || isFailing(word)
}

function isFailing(word: string): boolean {
  return word.startsWith('fail') && failing.test(word)
}

/** Also of `n'accepte`, whose `n'` is half of a negation that the other half tells. */
function toHead(word: string): string {
  return word
    .replace(/^[a-z]{1,2}'/, '')
    .replace(ending, '')
    .slice(0, headLength)
}
