/** The list and the text, beside each other, one below the other, or one alone. */
import { Box } from 'ink'
import { memo, type ReactNode } from 'react'
import type { Layout, Pane } from '../layout.ts'
import type { Line } from '../text/line.ts'
import { LineWindow } from '../text/line-window.tsx'

interface BodyProps {
  layout: Layout
  /** Undefined while the text takes the whole body. */
  list: ReactNode | undefined
  text: ReactNode
}

export function Body({ layout: { body, preview }, list, text }: BodyProps) {
  if (list === undefined) return text
  if (preview === undefined) return list
  return (
    <Box flexDirection={preview.at === 'right' ? 'row' : 'column'} width={body.width} height={body.height}>
      {list}
      {preview.at === 'right' ? <Border width={1} height={body.height} /> : <Border width={body.width} height={1} />}
      {text}
    </Box>
  )
}

/** The same in every frame of a size. */
const Border = memo(({ width, height }: Pane) => {
  const line: Line = [{ text: width === 1 ? '│' : '─'.repeat(width), style: 'dim' }]
  const lines = Array.from({ length: height }, () => line)
  return <LineWindow lines={lines} width={width} height={height} from={0} />
})
