/** What is shown where there is no room for anything else. */
import type { Size } from '../layout.ts'
import { LineWindow } from '../text/line-window.tsx'

export function TooSmall({ columns, rows }: Size) {
  return <LineWindow lines={[[{ text: 'too small' }]]} width={columns} height={rows} from={0} />
}
