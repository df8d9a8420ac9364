/** A list that another program put into one column. */

/** As JSON, which it should be; else one text for each line. Items that are no texts are written as JSON. */
export function parseTexts(written: string | undefined): string[] {
  if (written === undefined) return []
  const list = parseJson(written)
  if (list === undefined) return tidy(written.split('\n'))
  const items: unknown[] = Array.isArray(list) ? list.flat() : [list]
  return tidy(items.map(toText))
}

/** Undefined for a text that is not JSON; null and numbers alone are no lists. */
function parseJson(written: string): unknown {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'number' || typeof value === 'boolean' ? undefined : (value ?? [])
  } catch {
    return undefined
  }
}

function toText(item: unknown): string {
  if (typeof item === 'string') return item
  try {
    return JSON.stringify(item) ?? ''
  } catch {
    // Nested deeper than the stack: nothing that a person wrote.
    return ''
  }
}

function tidy(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
}
