/** The text that is on the screen: of the record that is selected, or of what a panel tells. Pure. */
import { keyHints } from './keys.ts'
import { toExplainPanelLines } from './panels/explain-lines.ts'
import { toHelpLines } from './panels/help-lines.ts'
import { toRecordLines } from './record-lines.ts'
import { panelOf, type State, textOf } from './state.ts'
import type { Line } from './text/line.ts'

/** Lines are made in so large steps, so that most scrolling makes none. */
const step = 120

/** With fewer rows what a record is would leave no room for what it says. */
const rowsForFacts = 8

/** Lines that are made of a text: those up to the foot of the screen, one more to scroll on to, and the rest of the step. */
export function linesToMake({ scroll }: State, height: number): number {
  return Math.ceil((scroll + height + 1) / step) * step
}

export function toTextLines(state: State, { width, height }: { width: number; height: number }): Line[] {
  const panel = panelOf(state)
  if (panel?.name === 'help') return toHelpLines(keyHints, width)
  if (panel?.name === 'explain') return toExplainPanelLines(panel.hit, width)
  const record = panel?.name === 'record' ? panel.record : textOf(state)
  if (record === undefined) return []
  const { words = [], now = 0 } = state.found ?? {}
  const limit = linesToMake(state, height)
  return toRecordLines(record, { width, words, now, limit, isTight: height < rowsForFacts })
}
