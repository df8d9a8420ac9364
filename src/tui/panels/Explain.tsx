/** The numbers that put a hit where it stands. */
import type { SearchResult } from '../../vault/search.ts'
import { LineWindow } from '../text/LineWindow.tsx'
import { toExplainPanelLines } from './explain-lines.ts'

interface ExplainProps {
  /** A hit of a search that explains. */
  hit: SearchResult['hits'][number]
  width: number
  height: number
  /** The first line that is shown. */
  scroll: number
}

export function Explain({ hit, width, height, scroll }: ExplainProps) {
  return <LineWindow lines={toExplainPanelLines(hit, width)} width={width} height={height} from={scroll} />
}
