/** The last line of the screen: the keys that work now, as many as there is room for. Pure. */
import { footHints } from './keys.ts'
import type { Mode } from './state.ts'
import { cellWidth } from './text/cells.ts'
import type { Line } from './text/line.ts'

const gap = 2

export function toFootLine(mode: Mode, width: number): Line {
  const line: Line = mode === 'query' ? [{ text: 'typing', style: 'dim' }] : []
  let used = mode === 'query' ? cellWidth('typing') : 0
  for (const { keys, foot } of footHints(mode)) {
    const space = used === 0 ? 0 : gap
    const taken = space + cellWidth(`${keys} ${foot}`)
    if (used + taken > width) break
    line.push({ text: ' '.repeat(space) }, { text: keys, style: 'bold' }, { text: ` ${foot}`, style: 'dim' })
    used += taken
  }
  return line
}
