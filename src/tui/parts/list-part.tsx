/** The list on the screen: the hits, or what a panel lists in their place. */
import type { Pane } from '../layout.ts'
import { toListLines } from '../list-lines.ts'
import { toLinkLines } from '../panels/link-lines.ts'
import { toTimelineLines } from '../panels/timeline-lines.ts'
import { panelOf, type State } from '../state.ts'
import { LineWindow } from '../text/line-window.tsx'
import { SelectableWindow } from '../text/selectable-window.tsx'

interface ListPartProps extends Pane {
  state: State
}

export function ListPart({ state, ...pane }: ListPartProps) {
  const panel = panelOf(state)
  if (panel?.name === 'links') return <SelectableWindow shown={toLinkLines(panel.result, panel.selected)} {...pane} />
  if (panel?.name === 'timeline') {
    return <SelectableWindow shown={toTimelineLines(panel.result, panel.selected)} {...pane} />
  }
  return <LineWindow lines={toListLines(state, pane)} {...pane} from={0} />
}
