/**
 * Which characters belong to which way of writing: plain ASCII, scripts without blanks between words, emoji.
 * Patterns are built on first use, so that a search in plain ASCII never compiles them.
 */

/** Sources for `v`-flagged patterns; a caller puts them together with its own. */
export const letter = String.raw`[\p{L}\p{M}\p{N}]`

const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']

/**
 * A letter of a script without blanks between words, without the marks that follow it: some marks are shared with Latin.
 * Korean has blanks, but glues particles to its nouns.
 */
export const unspacedLetter = `[[\\p{L}\\p{N}]&&[${unspacedScripts.map((script) => `\\p{scx=${script}}`).join('')}]]`

/**
 * A flag, a keycap, or a pictograph with its modifiers and all that is joined to it. `\p{RGI_Emoji}` would say the same,
 * but compiles to an alternation of some thousand sequences.
 */
export const emoji = [
  String.raw`\p{RI}\p{RI}`,
  String.raw`[0-9#*]\ufe0f?\u20e3`,
  String.raw`\p{ExtPict}\p{EMod}?\ufe0f?[\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}\p{EMod}?\ufe0f?)*`,
].join('|')

/** Printable ASCII and line breaks only: nothing to fold, cut or strip. */
export function isPlainAscii(text: string): boolean {
  return /^[\t\n\r\x20-\x7e]*$/.test(text)
}

/** Matches the words of this text, each of one way of writing (`部署API` is two); the pattern for plain ASCII costs nothing to compile, the other some milliseconds. */
export function wordPattern(text: string): RegExp {
  return isPlainAscii(text) ? /[A-Za-z\d]+/g : unicodeWord()
}

/** A pattern that is compiled when it is first asked for. */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => {
    pattern ??= new RegExp(source, flags)
    pattern.lastIndex = 0
    return pattern
  }
}

const unicodeWord = lazyPattern(`(?:${unspacedLetter}\\p{M}*)+|[${letter}--${unspacedLetter}]+`, 'gv')
