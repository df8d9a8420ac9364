/**
 * One string as a YAML scalar that YAML 1.1 and 1.2 readers give back as that same string, in block and in flow style.
 * Plain only where both must agree; else double-quoted on one line, as JSON.
 */
import { lazyPattern } from '../lib/scripts.ts'

/** Begins with a letter, so it is no number, date or indicator; holds neither `:` nor `#` nor flow punctuation. */
const plainAscii = /^[A-Za-z](?:[\w ./()+'-]*[\w./()+'-])?$/
const plainUnicode = lazyPattern(String.raw`^\p{L}(?:[\p{L}\p{M}\p{N}_ ./()+'-]*[\p{L}\p{M}\p{N}_./()+'-])?$`, 'u')
/** Within ASCII the two say the same, and to compile the second takes longer than a short command needs for all its strings. */
const beyondAscii = /[\u0080-\uffff]/

/** Words that YAML 1.1 or 1.2 reads as a boolean or as null. */
const reserved = /^(?:y|n|yes|no|on|off|true|false|null)$/i
const longestReserved = 5

/** What JSON leaves as it is and YAML does not allow unescaped, or counts as a line break or byte order mark. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** Lone surrogates, which no UTF-8 file can hold, become U+FFFD. */
export function emitString(text: string): string {
  return isPlain(text) ? text : quote(text)
}

function isPlain(text: string): boolean {
  if (text.length <= longestReserved && reserved.test(text)) return false
  return plainAscii.test(text) || (beyondAscii.test(text) && plainUnicode().test(text))
}

function quote(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(unprintable, toEscape)
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
