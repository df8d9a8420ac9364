/** A part of many lines, in a box of the screen that it fills. */
import { Box, Text } from 'ink'
import { cutLine, type Line } from './line.ts'
import { toStyled } from './StyledLine.tsx'

interface LineWindowProps {
  lines: readonly Line[]
  /** Cells of a line. */
  width: number
  /** Rows: what is missing is blank. */
  height: number
  /** The first line to show; moved so far that the window is full if there are lines enough. */
  from: number
}

/** One text for all of them: what Ink does for each frame grows with the number of components. */
export function LineWindow({ lines, width, height, from }: LineWindowProps) {
  const top = Math.max(0, Math.min(from, lines.length - height))
  const shown = lines.slice(top, top + height).map((line) => toStyled(cutLine(line, width)))
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Text wrap="truncate-end">{shown.join('\n')}</Text>
    </Box>
  )
}
