import { useMemo } from 'react'
import type { Pane } from '../layout.ts'
import { panelOf, type State, textOf } from '../state.ts'
import type { Line } from '../text/line.ts'
import { linesToMake, toTextLines } from '../text-pane.ts'

/** The lines of the text, made anew only when it is another text or has other room. */
export function useTextLines(state: State, { width, height }: Pane): readonly Line[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: these parts of the state are what the lines are made of
  return useMemo(
    () => toTextLines(state, { width, height }),
    [panelOf(state), textOf(state), state.found?.words.join(' '), width, height, linesToMake(state, height)],
  )
}
