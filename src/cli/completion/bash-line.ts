/**
 * A command line of bash: cut into words as bash would, and suggestions in the form in which it puts them in. Bash itself
 * cuts words at `:` and `=` as well, which ids and flags hold, so it hands over the whole line.
 */
import type { TypedCall } from './call.ts'

export interface BashLine extends TypedCall {
  /** The last word as it is typed, quotes and all. */
  raw: string
  /** The quote that is open at the cursor. */
  quote: string
}

/** `line` ends at the cursor. The program's name is left out. */
export function parseBashLine(line: string): BashLine {
  const words: string[] = []
  let word = { text: '', raw: '' }
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? ''
    if (quote === '' && /[ \t\n]/.test(letter)) {
      if (word.raw !== '') words.push(word.text)
      word = { text: '', raw: '' }
      continue
    }
    word.raw += letter
    if (quote === '' && (letter === "'" || letter === '"')) quote = letter
    else if (letter === quote) quote = ''
    else if (letter === '\\' && isEscape(quote, line[at + 1])) {
      at++
      word.text += line[at] ?? ''
      word.raw += line[at] ?? ''
    } else word.text += letter
  }
  return { words: words.slice(1), current: word.text, raw: word.raw, quote }
}

function isEscape(quote: string, next: string | undefined): boolean {
  return quote === '' || (quote === '"' && next !== undefined && '"\\$`'.includes(next))
}

/**
 * What bash is to put in the place of the word at the cursor, which for bash begins behind the last of its word breaks.
 * @param breaks the value of `COMP_WORDBREAKS`
 */
export function toBashWord(value: string, { current, raw, quote }: BashLine, breaks: string): string {
  if (quote !== '') return quoteWithin(value.slice(keptWithin(current, raw, quote)), quote)
  const cut = findCut(raw, breaks)
  const kept = parseBashLine(`x ${raw.slice(0, cut)}`).current.length
  return escapeBare(value.slice(kept))
}

/** Inside of quotes bash's word begins behind the quote. */
function keptWithin(current: string, raw: string, quote: string): number {
  const front = raw.slice(0, raw.lastIndexOf(quote))
  return Math.min(current.length, parseBashLine(`x ${front}`).current.length)
}

/** Behind the last break that is neither quoted nor escaped. */
function findCut(raw: string, breaks: string): number {
  const bare = breaks.replaceAll(/["'\s]/g, '')
  for (let at = raw.length - 1; at >= 0; at--) {
    if (bare.includes(raw[at] ?? '') && raw[at - 1] !== '\\') return at + 1
  }
  return 0
}

function quoteWithin(text: string, quote: string): string {
  return quote === '"' ? text.replaceAll(/["\\$`]/g, '\\$&') : text.replaceAll("'", "'\\''")
}

function escapeBare(text: string): string {
  return text.replaceAll(/[^\w@%+=:,./\u0080-\u{10ffff}-]/gu, '\\$&')
}
