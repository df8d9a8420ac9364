/**
 * Words that hide inside one word by their case: `parseUserToken`, `HTTPServerError`. The full-text tokenizer sees one
 * token there; these parts go into a column of their own, so that a search for `user token` finds it.
 */

/** Longer than any name that people write; beyond it stands encoded data. */
const longestName = 64

const caseChange = /[a-z\d][A-Z]|[A-Z]{2}[a-z]/
/** The first form is the plural of an acronym: `userIDs`. */
const part = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g

/** The parts of every mixed-case word of a text, once each, separated by blanks; empty when there is none. */
export function toParts(text: string): string {
  const parts = new Set<string>()
  for (const word of findMixedCase(text)) for (const piece of splitByCase(word)) parts.add(piece.toLowerCase())
  return [...parts].join(' ')
}

/** What a character is, and thereby the state behind it; `capitals` is the state behind two or more capitals. */
const kind = { other: 0, small: 1, digit: 2, capital: 3, capitals: 4 }

/** Each once. In one pass over the character codes: every text is indexed through here, and a pattern tries each word. */
function findMixedCase(text: string): Set<string> {
  const words = new Set<string>()
  let [start, state, isMixed] = [0, kind.other, false]
  for (let index = 0; index <= text.length; index += 1) {
    const next = index < text.length ? kindOf(text.charCodeAt(index)) : kind.other
    if (next === kind.other) {
      if (isMixed && index - start <= longestName) words.add(text.slice(start, index))
      isMixed = false
    } else if (state === kind.other) start = index
    else if (next === kind.capital) isMixed ||= state === kind.small || state === kind.digit
    else if (next === kind.small) isMixed ||= state === kind.capitals
    state = next === kind.capital && (state === kind.capital || state === kind.capitals) ? kind.capitals : next
  }
  return words
}

function kindOf(code: number): number {
  if (code >= 0x61) return code <= 0x7a ? kind.small : kind.other
  if (code >= 0x41) return code <= 0x5a ? kind.capital : kind.other
  return code >= 0x30 && code <= 0x39 ? kind.digit : kind.other
}

/**
 * `parseV2Token` → parse, V2, Token; a word without an inner case change → nothing. A long part that ends in digits is
 * also given without them (`OAuth2` → Auth2, Auth); single letters are left out.
 */
export function splitByCase(word: string): string[] {
  if (!caseChange.test(word)) return []
  return (word.match(part) ?? []).flatMap(withoutDigits).filter((piece) => piece.length > 1)
}

function withoutDigits(piece: string): string[] {
  const letters = piece.replace(/\d+$/, '')
  return letters.length > 2 && letters !== piece ? [piece, letters] : [piece]
}
