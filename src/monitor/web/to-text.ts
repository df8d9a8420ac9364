/** Any value as a line for people: lists with commas, objects as name and value. Pure. */
export function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${toText(part)}`)
    .join(', ')
}
