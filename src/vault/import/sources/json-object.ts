/** A text that should be a JSON object. */
import { isJsonObject } from '../../../lib/json-object.ts'
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
