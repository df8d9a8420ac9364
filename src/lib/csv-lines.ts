/** Rows as CSV (RFC 4180: CRLF, quotes only where they are needed), safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync'
import { toHarmless } from './harmless.ts'

/** Undefined is an empty cell; a list is one cell, and so is a span of two numbers. */
export type CsvValue = string | number | boolean | undefined | readonly string[] | readonly [number, number]

/** Between the items of a list: neither tags nor paths have it. */
const separator = '; '

/**
 * The rows as lines. A text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` or a tab in front) gets an
 * apostrophe before it (OWASP, "CSV Injection"); control characters are shown as escapes, line breaks and tabs stay.
 */
export function toCsvLines(rows: readonly (readonly CsvValue[])[]): string {
  return stringify(
    rows.map((row) => row.map(toCell)),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  )
}

function toCell(value: CsvValue): string | number {
  if (value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : value.join(typeof value[0] === 'number' ? '-' : separator)
  return toHarmless(text, { keepNewlines: true, keepTabs: true })
}
