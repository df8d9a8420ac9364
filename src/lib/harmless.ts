/**
 * Makes stored or foreign text safe to print: what a terminal would obey (escape sequences, cursor movement), what would
 * show a text in another order than it has (bidirectional overrides) and what a reader would not see at all (tag
 * characters, zero-width spaces) is shown as `\x1b` or `\u202e` instead. Knows nothing of records.
 */

// C0 and DEL and C1 controls; zero-width space; bidirectional marks, embeddings, overrides and isolates; line and
// paragraph separators; word joiner and other invisible operators; byte order mark. The joiners U+200C and U+200D stay:
// emoji and several scripts are spelt with them.
const disobeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

// U+E0000 to U+E007F in UTF-16. Behind a black flag they spell the flag of a region, which is all that they are for.
const tagged = /\ud83c\udff4(?:\udb40[\udc20-\udc7e])+\udb40\udc7f|\udb40[\udc00-\udc7f]/g

/** The text with every control character shown as an escape; tabs become one space unless `keepTabs`. One line unless `keepNewlines`. */
export function toHarmless(text: string, options: { keepNewlines?: boolean; keepTabs?: boolean } = {}): string {
  return showTags(text.replace(/\r\n/g, '\n')).replace(disobeyed, (character) => {
    if (character === '\t') return options.keepTabs ? '\t' : ' '
    if (character === '\n') return options.keepNewlines ? '\n' : ' '
    return toEscape(character)
  })
}

/** JSON on several lines, or one, in which what JSON itself lets pass (DEL, C1, bidirectional, invisible) is escaped too. */
export function toHarmlessJson(value: unknown, options: { oneLine?: boolean } = {}): string {
  return JSON.stringify(value, null, options.oneLine ? 0 : 2)
    .replace(tagged, (found) => (isFlag(found) ? found : toJsonEscape(found)))
    .replace(disobeyed, (character) => (character === '\n' ? '\n' : toJsonEscape(character)))
}

function showTags(text: string): string {
  if (!text.includes('\udb40')) return text
  return text.replace(tagged, (found) => (isFlag(found) ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`))
}

function isFlag(found: string): boolean {
  return found.length > 2
}

function toEscape(character: string): string {
  return character < '\u0100' ? `\\x${toHex(character, 2)}` : `\\u${toHex(character, 4)}`
}

function toJsonEscape(characters: string): string {
  return characters.replace(/[\s\S]/g, (unit) => `\\u${toHex(unit, 4)}`)
}

function toHex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0')
}
