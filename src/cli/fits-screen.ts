/** Whether a text can be seen at once. Loaded only where there is a screen: widths of characters are a large table. */
import stringWidth from 'string-width'

export interface Screen {
  rows: number
  columns: number
}

/** With a line left for the prompt; of a terminal that does not say its size, yes. */
export function fitsScreen(text: string, { rows, columns }: Screen): boolean {
  if (!(rows > 0 && columns > 0)) return true
  let left = rows
  for (const line of text.replace(/\n$/, '').split('\n', rows)) {
    left -= countRows(toShown(line), columns)
    if (left <= 0) return false
  }
  return true
}

/** Without what only colours it. */
function toShown(line: string): string {
  return line.replaceAll(/\x1b\[[\d;]*m/g, '')
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A wide character that does not fit at the end of a row stands in the next. */
function countRows(line: string, columns: number): number {
  if (/^[\x20-\x7e]*$/.test(line)) return Math.max(1, Math.ceil(line.length / columns))
  let [rows, cells] = [1, 0]
  for (const { segment } of segmenter.segment(line)) {
    const width = stringWidth(segment)
    if (cells + width > columns) [rows, cells] = [rows + 1, 0]
    cells += width
  }
  return rows
}
