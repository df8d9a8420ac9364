/** Lines of which one is selected, with that one always in sight. */
import { LineWindow } from './line-window.tsx'
import { type SelectableLines, toFrom } from './selectable-lines.ts'

interface SelectableWindowProps {
  shown: SelectableLines
  /** Cells of a line. */
  width: number
  /** Rows. */
  height: number
}

export function SelectableWindow({ shown, width, height }: SelectableWindowProps) {
  return <LineWindow lines={shown.lines} width={width} height={height} from={toFrom(shown, height)} />
}
