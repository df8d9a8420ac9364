/**
 * How many tokens of a language model a text is, without a tokenizer: each vocabulary cuts differently, and a budget only
 * has to hold. Words of letters and digits, signs in a row and characters outside ASCII are counted apart.
 */

/** All is counted in tenths of a token: V8 keeps a whole number in place, and makes an object of each fraction. */
const perToken = 10
/** A short word is one token or two, a longer one about one for five letters. */
const leastOfWord = 14
const tenthsPerLetter = 2
/** Most vocabularies have no more than one character of other scripts in a token, and some need two for one. */
const tenthsPerForeignCharacter = 12
/** Signs join the word beside them as often as not. */
const tenthsPerSignRun = 5

/** Beyond this many UTF-16 units a text is taken to go on as it began. */
const sampled = 8192

/** @returns a whole number, rounded up; 0 for an empty text */
export function estimateTokens(text: string): number {
  return Math.ceil(countTenths(text) / perToken)
}

/** The same for the body of a record, which may be a book: from its beginning and its length. */
export function estimateTokensOfLong(text: string): number {
  if (text.length <= sampled) return estimateTokens(text)
  return Math.ceil((countTenths(text.slice(0, sampled)) * text.length) / (sampled * perToken))
}

/** Unit by unit and by a table, because this runs for each hit of each search, in most of them by code that is interpreted. */
function countTenths(text: string): number {
  let [sum, wordLength, before] = [0, 0, blank]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const kind = unit < 128 ? kinds[unit] : foreign
    if (kind === inWord) wordLength++
    else {
      if (wordLength > 0) sum += tenthsOfWord(wordLength)
      wordLength = 0
      if (kind === sign && before !== sign) sum += tenthsPerSignRun
      else if (kind === foreign && !isSecondHalf(unit)) sum += tenthsPerForeignCharacter
    }
    before = kind ?? blank
  }
  return sum + (wordLength > 0 ? tenthsOfWord(wordLength) : 0)
}

const [blank, inWord, sign, foreign] = [0, 1, 2, 3]

/** Of the characters of ASCII. */
const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (isLetterOrDigit(unit)) return inWord
  return unit > 32 && unit < 127 ? sign : blank
})

function tenthsOfWord(length: number): number {
  return Math.max(leastOfWord, length * tenthsPerLetter)
}

function isLetterOrDigit(unit: number): boolean {
  return (unit > 96 && unit < 123) || (unit > 64 && unit < 91) || (unit > 47 && unit < 58)
}

/** Of a surrogate pair: the pair is one character. */
function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
