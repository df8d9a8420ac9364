/** What a terminal hands over at once, as the keys that were pressed one after another. Pure. */

/** More characters at once than fingers type ahead are a paste that the terminal did not mark as one. */
export const mostTyped = 16

/**
 * Texts and control characters (by the names of `toKeyName`) in their order. A paste stays one text: the line breaks in it
 * must not do what Enter does.
 */
export function toTyped(input: string): { text: string; isKey: boolean }[] {
  if (input === '') return []
  if (input.length === 1 || input.length > mostTyped) return [{ text: input, isKey: false }]
  const pieces = input.match(/[\0-\x1f\x7f]|[^\0-\x1f\x7f]+/g) ?? []
  return pieces.map((text) =>
    /[\0-\x1f\x7f]/.test(text) ? { text: nameOf(text), isKey: true } : { text, isKey: false },
  )
}

function nameOf(control: string): string {
  const named = names[control]
  // A control character is its letter without the upper bits (ECMA-48, 5.2).
  return named ?? `ctrl-${String.fromCharCode(control.charCodeAt(0) + 0x60)}`
}

const names: { readonly [control: string]: string } = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\x7f': 'backspace',
  '\x1b': 'escape',
}
