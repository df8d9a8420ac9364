/** What happened before and after a record. */
import type { TimelineResult } from '../../vault/timeline.ts'
import { LineWindow } from '../text/LineWindow.tsx'
import { toFrom } from '../text/selectable-lines.ts'
import { toTimelineLines } from './timeline-lines.ts'

interface TimelineProps {
  result: TimelineResult
  /** Place among the entries. */
  selected: number
  width: number
  height: number
}

export function Timeline({ result, selected, width, height }: TimelineProps) {
  const shown = toTimelineLines(result, selected)
  return <LineWindow lines={shown.lines} width={width} height={height} from={toFrom(shown, height)} />
}
