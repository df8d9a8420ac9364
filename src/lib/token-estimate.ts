/**
 * How many tokens of a language model a text is, without a tokenizer: each vocabulary cuts differently, and a budget only
 * has to hold. Words of letters and digits, signs in a row and characters outside ASCII are counted apart.
 */

/** A short word is one token or two, a longer one about one for five letters. */
const leastOfWord = 1.4
const lettersPerToken = 5
/** Most vocabularies have no more than one character of other scripts in a token, and some need two for one. */
const tokensPerForeignCharacter = 1.2
/** Signs join the word beside them as often as not. */
const tokensPerSignRun = 0.5

/** @returns a whole number, rounded up; 0 for an empty text */
export function estimateTokens(text: string): number {
  let sum = 0
  for (const [run] of text.matchAll(/[A-Za-z0-9]+|[!-/:-@[-`{-~]+|[^\0-\x7f]/gu)) sum += tokensOf(run)
  return Math.ceil(sum)
}

function tokensOf(run: string): number {
  if (run.charCodeAt(0) > 127) return tokensPerForeignCharacter
  return /^[A-Za-z0-9]/.test(run) ? Math.max(leastOfWord, run.length / lettersPerToken) : tokensPerSignRun
}
