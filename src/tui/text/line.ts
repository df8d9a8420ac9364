/** A line of the screen: pieces of text with what each of them is. How that looks is the business of styled.ts alone. */
import { cellWidth, cutCells, toShown } from './cells.ts'

export type SpanStyle = 'bold' | 'italic' | 'dim' | 'code' | 'heading' | 'match' | 'link' | 'error' | 'selected'

export interface Span {
  text: string
  style?: SpanStyle | undefined
}

export type Line = Span[]

/** The text of a line without its styles. */
export function lineText(line: Line): string {
  return line.map(({ text }) => text).join('')
}

export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + cellWidth(text), 0)
}

/** As much of a line, harmless, as fits into so many cells, with an ellipsis where something is missing. */
export function cutLine(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line.map(({ text, style }) => ({ text: toShown(text), style }))
  const cut: Line = []
  let room = width
  for (const { text, style } of line) {
    const taken = cellWidth(text)
    if (taken < room) cut.push({ text: toShown(text), style })
    // Something is missing for sure, so the last span that fits gives up a cell for the ellipsis.
    else return [...cut, { text: cutCells(`${text}……`, room), style }]
    room -= taken
  }
  return cut
}

/** The line in exactly so many cells: cut, or filled up with blanks. */
export function padLine(line: Line, width: number): Line {
  const cut = cutLine(line, width)
  const missing = width - lineWidth(cut)
  return missing > 0 ? [...cut, { text: ' '.repeat(missing) }] : cut
}
