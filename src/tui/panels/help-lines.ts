/** The keys as lines, each with what it does and where. Pure. */
import { cellWidth, padCells } from '../text/cells.ts'
import type { Line } from '../text/line.ts'
import { wrapLine } from '../text/wrap-line.ts'

/** A key, or keys that belong together. */
export interface KeyHint {
  keys: string
  does: string
  /** The parts of the screen where it works. */
  when: readonly string[]
}

export function toHelpLines(hints: readonly KeyHint[], width: number): Line[] {
  const column = Math.max(0, ...hints.map(({ keys }) => cellWidth(keys))) + 2
  const rows = hints.flatMap((hint) => toRows(hint, column, width))
  return [[{ text: 'Keys', style: 'heading' }], [], ...rows]
}

/** Cells that the sentence beside a key needs; with less it stands below. */
const leastWidth = 12

function toRows({ keys, does, when }: KeyHint, column: number, width: number): Line[] {
  const told: Line = [{ text: does }, { text: ` (${when.join(', ')})`, style: 'dim' }]
  const isBeside = width - column >= leastWidth
  const indent = ' '.repeat(isBeside ? column : Math.min(2, width - 1))
  const rows = wrapLine(told, width - indent.length)
  if (!isBeside) return [[{ text: keys, style: 'bold' }], ...rows.map((row) => [{ text: indent }, ...row])]
  return rows.map((row, index) => [
    index === 0 ? { text: padCells(keys, column), style: 'bold' } : { text: indent },
    ...row,
  ])
}
