/** The part of a typed line that a field has room for. */
import { cellWidth, toGlyphs } from './cells.ts'
import type { EditText } from './edit-text.ts'

export interface EditWindow {
  /** What is shown before the cursor. */
  before: string
  /** What the cursor stands on; a blank at the end of the text. */
  at: string
  after: string
  /** Cells before the cursor: where a terminal's own cursor belongs. */
  cell: number
}

/**
 * The cursor is always inside; a text that does not fit goes by half a field at a time. The three parts together fill at
 * most `width` cells, which are at least 2.
 */
export function toEditWindow({ text, cursor }: EditText, width: number): EditWindow {
  const [head, tail] = [text.slice(0, cursor), [...toGlyphs(text.slice(cursor))]]
  const at = tail[0] ?? { text: ' ', width: 1 }
  const { shown: before, cell } = lastCells(head, startCell(cellWidth(head), at.width, width))
  let [after, room] = ['', width - cell - at.width]
  for (const glyph of tail.slice(1)) {
    room -= glyph.width
    if (room < 0) break
    after += glyph.text
  }
  return { before, at: at.text, after, cell }
}

/** Cells of the text that are left of the field. */
function startCell(cursorCell: number, atWidth: number, width: number): number {
  const hidden = cursorCell + atWidth - width
  const step = Math.max(1, Math.floor(width / 2))
  return hidden <= 0 ? 0 : Math.ceil(hidden / step) * step
}

function lastCells(text: string, from: number): { shown: string; cell: number } {
  let [passed, shown, cell] = [0, '', 0]
  for (const glyph of toGlyphs(text)) {
    if (passed >= from) {
      shown += glyph.text
      cell += glyph.width
    }
    passed += glyph.width
  }
  return { shown, cell }
}
