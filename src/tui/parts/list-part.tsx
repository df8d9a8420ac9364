/** The list on the screen: the hits, or what a panel lists in their place. */
import type { Pane } from '../layout.ts'
import { toListLines } from '../list-lines.ts'
import { Links } from '../panels/Links.tsx'
import { Timeline } from '../panels/Timeline.tsx'
import { panelOf, type State } from '../state.ts'
import { LineWindow } from '../text/LineWindow.tsx'

interface ListPartProps extends Pane {
  state: State
}

export function ListPart({ state, width, height }: ListPartProps) {
  const panel = panelOf(state)
  if (panel?.name === 'links') return <Links {...panel} width={width} height={height} />
  if (panel?.name === 'timeline') return <Timeline {...panel} width={width} height={height} />
  return <LineWindow lines={toListLines(state, { width, height })} width={width} height={height} from={0} />
}
