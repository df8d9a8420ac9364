/** The records that a record names and that name it, to go on to one of them. */
import type { RelatedResult } from '../../vault/related.ts'
import { LineWindow } from '../text/LineWindow.tsx'
import { toFrom } from '../text/selectable-lines.ts'
import { toLinkLines } from './link-lines.ts'

interface LinksProps {
  result: RelatedResult
  /** Place among those that it names and those that name it, in this order. */
  selected: number
  width: number
  height: number
}

export function Links({ result, selected, width, height }: LinksProps) {
  const shown = toLinkLines(result, selected)
  return <LineWindow lines={shown.lines} width={width} height={height} from={toFrom(shown, height)} />
}
