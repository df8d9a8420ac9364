/** A table of Markdown in columns of cells. */
import type { Token } from 'markdown-it'
import { cellWidth } from './cells.ts'
import { cutLine, type Line, lineWidth } from './line.ts'
import { toInlineLines } from './markdown-inline.ts'

type Alignment = 'left' | 'center' | 'right'

interface TableCell {
  line: Line
  alignment: Alignment
}

const between = ' │ '

/** One line a row, with a rule below the head; at most `limit`. Columns are cut, the widest first, until the row fits. */
export function toTableLines(tokens: readonly Token[], width: number, limit: number): Line[] {
  const [head = [], ...rows] = toRows(tokens)
  const widths = fitColumns(naturalWidths([head, ...rows]), width)
  const rule: Line = [{ text: widths.map((column) => '─'.repeat(column)).join('─┼─'), style: 'dim' }]
  return [toRowLine(head, widths), rule, ...rows.slice(0, limit).map((row) => toRowLine(row, widths))]
}

function toRows(tokens: readonly Token[]): TableCell[][] {
  const rows: TableCell[][] = []
  tokens.forEach((token, place) => {
    if (token.type === 'tr_open') rows.push([])
    if (token.type !== 'th_open' && token.type !== 'td_open') return
    const children = tokens[place + 1]?.children ?? []
    const [line = []] = toInlineLines(children, token.type === 'th_open' ? 'bold' : undefined)
    rows.at(-1)?.push({ line, alignment: toAlignment(String(token.attrGet('style') ?? '')) })
  })
  return rows
}

function toAlignment(style: string): Alignment {
  if (style.endsWith('right')) return 'right'
  return style.endsWith('center') ? 'center' : 'left'
}

function naturalWidths(rows: readonly TableCell[][]): number[] {
  const [head = []] = rows
  return head.map((_, column) => rows.reduce((widest, row) => Math.max(widest, lineWidth(row[column]?.line ?? [])), 1))
}

/** Takes from the widest column until all fit; none gets narrower than one cell. */
function fitColumns(natural: readonly number[], width: number): number[] {
  const room = Math.max(natural.length, width - cellWidth(between) * (natural.length - 1))
  let [low, high] = [1, Math.max(1, ...natural)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const total = natural.reduce((sum, column) => sum + Math.min(column, middle), 0)
    if (total <= room) low = middle
    else high = middle - 1
  }
  return natural.map((column) => Math.min(column, low))
}

function toRowLine(row: readonly TableCell[], widths: readonly number[]): Line {
  return widths.flatMap((width, column) => {
    const { line, alignment } = row[column] ?? { line: [], alignment: 'left' as const }
    const cell = align(cutLine(line, width), alignment, width)
    return column === 0 ? cell : [{ text: between, style: 'dim' as const }, ...cell]
  })
}

function align(line: Line, alignment: Alignment, width: number): Line {
  const free = width - lineWidth(line)
  const before = alignment === 'left' ? 0 : alignment === 'right' ? free : Math.floor(free / 2)
  const blank = (count: number): Line => (count > 0 ? [{ text: ' '.repeat(count) }] : [])
  return [...blank(before), ...line, ...blank(free - before)]
}
