/** Rows as aligned columns, cut to the width of a terminal. Widths are cells: a wide character or an emoji takes two. */
import stringWidth from 'string-width'
import { toHarmless } from '../../../lib/harmless.ts'
import type { Sheet, SheetRow } from './sheet.ts'

const gap = '  '
/** So much of a title stays, however narrow the terminal. */
const leastTitle = 12

/** A header and a line for each row; empty without rows. Nothing is cut where the width is undefined. */
export function renderTable({ rows, facts }: Pick<Sheet, 'rows' | 'facts'>, width: number | undefined): string {
  if (rows.length === 0) return ''
  const names = ['kind', 'name', 'title', ...facts]
  const lines = [names, ...rows.map((row) => toCells(row, facts))]
  const widths = toWidths(
    names.map((_, column) => Math.max(...lines.map((cells) => stringWidth(cells[column] ?? '')))),
    width,
  )
  return lines.map((cells) => `${toLine(cells, widths, width)}\n`).join('')
}

function toCells(row: SheetRow, facts: readonly string[]): string[] {
  const fields = new Map<string, unknown>(Object.entries(row))
  const told = facts.map((name) => toHarmless(shorten(String(fields.get(name) ?? ''))))
  return [row.kind, `${row.projectId}/${row.id}`, toHarmless(row.title), ...told]
}

/** The day of an instant: the rest is seldom what a table is read for. */
function shorten(text: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text
}

const titleColumn = 2

/** The title gives way first; what is too wide even then is cut at the end of the line. */
function toWidths(widths: readonly number[], width: number | undefined): number[] {
  if (width === undefined) return [...widths]
  const total = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1)
  return widths.map((each, column) =>
    column === titleColumn ? Math.max(Math.min(leastTitle, each), each - Math.max(0, total - width)) : each,
  )
}

function toLine(cells: readonly string[], widths: readonly number[], width: number | undefined): string {
  const padded = cells.map((cell, column) => {
    const cut = cutCells(cell, widths[column] ?? 0)
    return cut + ' '.repeat((widths[column] ?? 0) - stringWidth(cut))
  })
  const line = padded.join(gap).trimEnd()
  return width === undefined ? line : cutCells(line, width)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The beginning of the text that fits, with an ellipsis where something is left out; no character is cut in two. */
function cutCells(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let cut = ''
  let used = 1
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment)
    if (used > width) break
    cut += segment
  }
  return `${cut}…`
}
