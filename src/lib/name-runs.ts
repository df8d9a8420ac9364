/**
 * Finds the runs of characters that may be a name (see `identifiers.ts`) in one pass over the character codes: indexing
 * reads every text through here, and a pattern that looks for all the signs of a name takes as long as the full-text index.
 */
import { isPlainAscii, lazyPattern, letter, unspacedLetter } from './scripts.ts'

/** What a character is, and thereby the state behind it; `capitals` is the state behind two or more capitals. */
const kind = { other: 0, small: 1, capital: 2, capitals: 3, digit: 4, joiner: 5, symbol: 6, foreign: 7 }
const kinds = 8

/** Runs in which something joins, follows or leads as in no plain word, and that are not longer than `longest`. */
export function findRuns(text: string, longest: number): string[] {
  const runs: string[] = []
  let [start, state, isName] = [0, kind.other, false]
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 32
    const next = code < 128 ? (kindOfCode[code] ?? kind.other) : kind.foreign
    if (next === kind.other) {
      if (isName && index - start <= longest) runs.push(...splitForeign(text.slice(start, index)))
      isName = false
    } else if (state === kind.other) start = index
    if (signs[state * kinds + next] === 1) isName = true
    state = next === kind.capital && (state === kind.capital || state === kind.capitals) ? kind.capitals : next
  }
  return runs
}

const kindOfCode = toKindTable()
const signs = toSignTable()

function toKindTable(): Uint8Array {
  const table = new Uint8Array(128)
  const fill = (characters: string, value: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = value
  }
  fill('abcdefghijklmnopqrstuvwxyz', kind.small)
  fill('ABCDEFGHIJKLMNOPQRSTUVWXYZ', kind.capital)
  fill('0123456789', kind.digit)
  fill('_.:-/\\@$', kind.joiner)
  fill('+#', kind.symbol)
  return table
}

/** The pairs that show a name: `aB`, `HTTPs`, `a1`, `1a`, `.a`, `a+` (which also opens `C++`). */
function toSignTable(): Uint8Array {
  const { small, capital, capitals, digit, joiner, symbol, foreign } = kind
  const table = new Uint8Array(kinds * kinds)
  const mark = (before: number[], after: number[]) => {
    for (const one of before) for (const two of after) table[one * kinds + two] = 1
  }
  mark([small, digit], [capital])
  mark([capitals], [small])
  mark([small, capital, capitals], [digit, symbol])
  mark([digit], [small, capital])
  mark([joiner, symbol], [small, capital, digit, foreign])
  return table
}

const foreignRun = lazyPattern(`[[${letter}A-Za-z\\d_.:\\-\\/\\\\+#@$]--${unspacedLetter}]+`, 'gv')

/** Letters of other alphabets belong to a name; punctuation, emoji and scripts without blanks end it. */
function splitForeign(run: string): string[] {
  return isPlainAscii(run) ? [run] : (run.normalize('NFC').match(foreignRun()) ?? [])
}
