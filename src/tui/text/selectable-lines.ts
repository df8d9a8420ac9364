/** Lines of which one is selected, and how it is kept on the screen. Pure. */
import type { Line } from './line.ts'

export interface SelectableLines {
  lines: Line[]
  /** Place of the selected line; 0 where nothing can be selected. */
  at: number
}

/** What a row of a list begins with, in two cells. */
export function toPointer(isSelected: boolean): string {
  return isSelected ? '› ' : '  '
}

/** The first line to show: the selected one stands in the middle, but for the ends of the list. */
export function toFrom({ lines, at }: SelectableLines, height: number): number {
  return Math.max(0, Math.min(at - Math.floor(height / 2), lines.length - height))
}
