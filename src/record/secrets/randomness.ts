/** Whether a value was drawn by a machine or made up to be hard to guess, and is no word, name, path or number. */
import { isPlaceholder } from './placeholder.ts'

/**
 * Bits a character below which a value is a name or a repetition: `Tr0ub4dor-xyz` has 3.5, `us-east-1a` 2.6. Less than
 * gitleaks asks for (3.5), because here the form is looked at too.
 */
const leastEntropy = 3

/**
 * Letters and digits to a run of one sort (a capital goes with the small letters behind it): words have 4 and more,
 * random text of both cases about 2, of small letters and digits about 2.5.
 */
const longestRuns = 3
/** Without a digit the runs must be shorter still: `getUserTokenFromDb` has 3.6. */
const longestLetterRuns = 2.2
const leastLetters = 20

const identifiers = [
  // UUID
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  // ULID
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  // subresource integrity and digests with their name
  /^(?:sha|md)\d{1,3}[-:=]/i,
  // a version, a date
  /^v?\d+(?:\.\d+)+(?:[-+][\w.+-]*)?$/,
  /^\d{4}-\d{2}-\d{2}/,
]
const address = /^[A-Za-z][\w+.-]*:\/\/|^~?\.{0,2}\/|^[A-Za-z]:[\\/]/
/** `DB_PASSWORD_1`, `process.env.TOKEN`, `vault/data/db`: a name that leads to the secret. */
const constant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const path = /^[A-Za-z_$@][\w$-]*(?:(?:\.|::|->|\/)[A-Za-z_$][\w$-]*)+$/
/** `my-app-secret-v2`, `Sprint_12`: words of one letter case with a number behind them. */
const words = /^(?:(?:[A-Z]?[a-z]+|[A-Z]+)\d{0,4}|\d+)(?:[_./-]+(?:(?:[A-Z]?[a-z]+|[A-Z]+)\d{0,4}|\d+))+$/

/** A number of hexadecimal digits alone is a digest, a commit, an id. */
export function isRandom(given: string): boolean {
  return isRandomOrHex(given) && !/^[0-9a-f]+$/i.test(given)
}

export function isRandomOrHex(given: string): boolean {
  const value = given.replace(/[.,:!?]+$/, '')
  if (value.length < 8 || isPlaceholder(value) || isName(value)) return false
  if (entropyOf(value) < leastEntropy) return false
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []
  const length = runs.join('').length
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value)
  if (isMixed) return length / runs.length <= longestRuns
  return length >= leastLetters && /[a-z]/.test(value) && length / runs.length <= longestLetterRuns
}

function isName(value: string): boolean {
  if (address.test(value) || constant.test(value) || words.test(value)) return true
  if (identifiers.some((identifier) => identifier.test(value))) return true
  return path.test(value) && value.split(/[./:>-]+/).every((part) => part.length < 20)
}

/** Shannon's, in bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
