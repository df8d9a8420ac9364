/** Whether a value of JSON or YAML is an object: neither `null` nor a list, which `typeof` takes for one. */
export function isJsonObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
