/**
 * Words that hide inside one word by their case: `parseUserToken`, `HTTPServerError`. The full-text tokenizer sees one
 * token there; these parts go into a column of their own, so that a search for `user token` finds it.
 */

/** Longer than any name that people write; beyond it stands encoded data. */
const longestName = 64

const caseChange = /[a-z\d][A-Z]|[A-Z]{2}[a-z]/
const mixedCaseWord = /(?<![A-Za-z\d])[A-Za-z\d]*(?:[a-z\d][A-Z]|[A-Z]{2}[a-z])[A-Za-z\d]*/g
/** The first form is the plural of an acronym: `userIDs`. */
const part = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g

/** The parts of every mixed-case word of a text, once each, separated by blanks; empty when there is none. */
export function toParts(text: string): string {
  if (!caseChange.test(text)) return ''
  const parts = new Set<string>()
  for (const [word] of text.matchAll(mixedCaseWord)) {
    if (word.length > longestName) continue
    for (const piece of splitByCase(word)) parts.add(piece.toLowerCase())
  }
  return [...parts].join(' ')
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
