/** Folding of text for comparison: what the full-text index treats as equal compares equal. */
import { stemmer } from 'stemmer'
import { isPlainAscii, lazyPattern } from './scripts.ts'
import { foldForms, toIndexText } from './search-text.ts'

export interface FoldedText {
  /** Small letters in one form each; may be longer or shorter than the text it was made of. */
  text: string
  /** Where in that text the character began that this one came from; its end for the end. */
  sourceOf(index: number): number
}

/** For looking up text that is folded as well, with the way back to the original. */
export function foldText(text: string): FoldedText {
  if (isPlainAscii(text)) return { text: text.toLowerCase(), sourceOf: (index) => index }
  const starts: number[] = []
  let folded = ''
  for (let at = 0; at < text.length; ) {
    const piece = isAlone(text, at) ? text.charAt(at) : pieceAt(text, at)
    const form = piece.length === 1 ? foldUnit(piece) : fold(piece)
    for (let unit = 0; unit < form.length; unit += 1) starts.push(at)
    folded += form
    at += piece.length
  }
  return { text: folded, sourceOf: (index) => starts[index] ?? text.length }
}

/** Small letters in one form each. */
export function fold(text: string): string {
  return isPlainAscii(text) ? text.toLowerCase() : foldForms(foldForms(text).toLowerCase())
}

const forms = new Map<string, string>()

/** A text has few different letters, and to fold one takes as long as to look up a hundred. */
function foldUnit(unit: string): string {
  const known = forms.get(unit)
  if (known !== undefined) return known
  const form = fold(unit)
  forms.set(unit, form)
  return form
}

/** Whether this unit folds as it would without what follows it. */
function isAlone(text: string, at: number): boolean {
  const [code, next] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  const isPart = (code >= 0x1100 && code <= 0x11ff) || (code >= 0xd800 && code <= 0xdfff)
  return !isPart && (next < 0x80 || Number.isNaN(next) || !mayCompose(next))
}

/** The marks that normalization joins with the letter before them; accents too, but those are folded away. */
const composing = new Set(
  '\u093c\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf\u102e\u1b35\u3099\u309a\uff9e\uff9f',
)

function mayCompose(code: number): boolean {
  return code >= 0x93c && composing.has(String.fromCharCode(code))
}

/** A letter with its marks, the two or three signs of a Korean syllable, a half-width Japanese letter with its sound mark. */
const composed = lazyPattern(
  String.raw`[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uff66-\uff9d][\uff9e\uff9f]|.\p{M}*`,
  'svy',
)

function pieceAt(text: string, at: number): string {
  const pattern = composed()
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? text.charAt(at)
}

/** The stem under which the index keeps a word. */
export function toStem(word: string): string {
  return stemmer(fold(toIndexText(word)).trim())
}
