/** A plain value of which every text, keys too, is harmless to show. Knows nothing of records. */
import { toHarmless } from './harmless.ts'

/** A copy; line breaks stay, and what is undefined is left out, as JSON leaves it out. */
export function toHarmlessValue(value: unknown): unknown {
  if (typeof value === 'string') return toHarmless(value, { keepNewlines: true })
  if (Array.isArray(value)) return value.map((item) => toHarmlessValue(item ?? null))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.map(([key, item]) => [toHarmless(key), toHarmlessValue(item)]))
}
