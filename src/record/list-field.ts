/** A list of texts as people and other tools write it in frontmatter. */
import { isJsonObject } from '../lib/json-object.ts'
import type { JsonValue } from './json-value.ts'

/**
 * Its one form: `a, b` is two items, a list within the list is its text, what is empty is none. Undefined for nothing at
 * all. A mapping (`- area: db`) is no item: it stays what it is, for the schema to refuse.
 */
export function toListField(value: JsonValue | undefined): JsonValue | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (isJsonObject(value)) return value
  const items = Array.isArray(value) ? value : splitAtCommas(String(value))
  return items.filter((item) => item !== null && item !== '').map((item) => (isJsonObject(item) ? item : String(item)))
}

/** Trimmed afterwards: a pattern with the blanks in it goes to the end of a run of them from each of its blanks. */
function splitAtCommas(text: string): string[] {
  return text.split(',').map((item) => item.trim())
}
