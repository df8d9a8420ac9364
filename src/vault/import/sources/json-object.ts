/** A text that should be a JSON object. */
import type { JsonValue } from '../../../record/json-value.ts'

/** Undefined for anything else: what that means, the caller says. */
export function parseJsonObject(text: string): { [key: string]: JsonValue } | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isJsonObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
