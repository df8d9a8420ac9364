/** One line of the screen. */

import type { Line } from './line.ts'
import { LineWindow } from './line-window.tsx'

interface StyledLineProps {
  line: Line
  /** Cells that it may take; what is more is cut. */
  width: number
}

export function StyledLine({ line, width }: StyledLineProps) {
  return <LineWindow lines={[line]} width={width} height={1} from={0} />
}
