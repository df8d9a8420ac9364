/** What two spellings of one name have in common. */
import { isPlainAscii } from '../lib/scripts.ts'

/**
 * The key under which a name is kept and looked up: small letters, no diacritics, nothing between the words.
 * `Retry-Budget`, `retry_budget` and `retry budget` are one; so are `Sörensen` and `Sorensen`. Empty for a name that
 * is made of blanks and dashes only, and half a surrogate pair is what SQLite makes of it: as it stands, such a key would
 * not be found again.
 */
export function toEntityKey(name: string): string {
  if (isPlainAscii(name)) return name.replace(/[\s_-]+/g, '').toLowerCase()
  return name
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\s\p{Pd}_]+/gu, '')
    .toLowerCase()
    .normalize('NFKC')
}
