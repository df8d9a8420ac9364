/**
 * Makes stored or foreign text safe to print: what a terminal would obey (escape sequences, cursor movement) or what
 * would show a text in another order than it has (bidirectional overrides) is shown as `\x1b` or `\u202e` instead.
 * Knows nothing of records.
 */

// C0 and DEL and C1 controls, line and paragraph separators, bidirectional marks, embeddings, overrides and isolates.
const disobeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The text with every control character shown as an escape; tabs become one space. One line unless `keepNewlines`. */
export function toHarmless(text: string, options: { keepNewlines?: boolean } = {}): string {
  return text.replace(/\r\n/g, '\n').replace(disobeyed, (character) => {
    if (character === '\t') return ' '
    if (character === '\n') return options.keepNewlines ? '\n' : ' '
    return toEscape(character)
  })
}

/** JSON on several lines, in which the controls that JSON itself lets pass (DEL, C1, bidirectional) are escaped too. */
export function toHarmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(disobeyed, (character) =>
    character === '\n' ? '\n' : `\\u${toHex(character, 4)}`,
  )
}

function toEscape(character: string): string {
  return character < '\u0100' ? `\\x${toHex(character, 2)}` : `\\u${toHex(character, 4)}`
}

function toHex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0')
}
