/** All keys and what they do. */
import { LineWindow } from '../text/LineWindow.tsx'
import { type KeyHint, toHelpLines } from './help-lines.ts'

interface HelpProps {
  hints: readonly KeyHint[]
  width: number
  height: number
  /** The first line that is shown. */
  scroll: number
}

export function Help({ hints, width, height, scroll }: HelpProps) {
  return <LineWindow lines={toHelpLines(hints, width)} width={width} height={height} from={scroll} />
}
