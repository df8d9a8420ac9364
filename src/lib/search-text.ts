/**
 * Text as the full-text index wants it. The index splits at everything that is not a letter, mark or digit, so this
 * puts blanks where a reader sees a word boundary that the tokenizer does not. Index and query both pass through here:
 * a difference between the two is a record that cannot be found.
 */
import { emoji, isPlainAscii, lazyPattern, unspacedLetter } from './scripts.ts'

/**
 * Latin text comes back almost as it is; text in a script without blanks comes back as one token per character with its
 * marks (a word is then a phrase), an emoji as one word, full-width forms as plain ones, accents off, controls as blanks.
 */
export function toIndexText(text: string): string {
  if (isPlainAscii(text)) return text
  const folded = foldForms(replaceEmoji(replaceControls(text.toWellFormed().normalize('NFC'))))
  return folded.replace(unspacedCluster(), ' $& ')
}

/** The word that stands for an emoji: the same with and without skin tone or presentation selector. */
export function toEmojiWord(sequence: string): string {
  const points: string[] = []
  for (const character of sequence) {
    const point = character.codePointAt(0) ?? 0
    if (!isEmojiDressing(point)) points.push(point.toString(16))
  }
  // The stemmer takes off endings such as `ed` (a hexadecimal one too), but leaves a word in `x` alone.
  return `emoji${points.join('z')}x`
}

const controls = lazyPattern(String.raw`[\p{Cc}--[\t\n\r]]`, 'gv')
const emojiSequence = lazyPattern(emoji, 'gv')
const unspacedCluster = lazyPattern(String.raw`${unspacedLetter}\p{M}*`, 'gv')

/**
 * Marks that a reader leaves out at will: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel points, the Arabic
 * stretch; then variation selectors and the invisible characters that must not split a word. Thai and Indic marks stay.
 */
const optionalMarks = lazyPattern(
  String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\ufe00-\ufe0f\u00ad\u2060\ufeff]`,
  'gv',
)

function replaceControls(text: string): string {
  return text.replace(controls(), ' ')
}

function replaceEmoji(text: string): string {
  return text.replace(emojiSequence(), (sequence) => ` ${toEmojiWord(sequence)} `)
}

/** Letters that Unicode takes apart into nothing, as they are typed where the keyboard lacks them. */
const plainLetters: { readonly [letter: string]: string } = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i', ς: 'σ' },
}
const letterWithoutParts = lazyPattern(`[${Object.keys(plainLetters).join('')}]`, 'gv')

/** One form of each letter: no accents, no full or half width, no ligatures; letter case stays. */
export function foldForms(text: string): string {
  const apostrophes = text.replaceAll('\u02bc', "'")
  const bare = apostrophes.normalize('NFKD').replace(optionalMarks(), '').normalize('NFC')
  return bare.replace(letterWithoutParts(), (letter) => plainLetters[letter] ?? letter)
}

function isEmojiDressing(point: number): boolean {
  const joiner = 0x200d
  const presentation = 0xfe0f
  const isSkinTone = point >= 0x1f3fb && point <= 0x1f3ff
  return point === joiner || point === presentation || isSkinTone
}
