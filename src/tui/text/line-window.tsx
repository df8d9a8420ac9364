/** A part of many lines, in a box of the screen that it fills. */
import { Box, Transform } from 'ink'
import { cutLine, type Line } from './line.ts'
import { toStyled } from './styled.ts'

interface LineWindowProps {
  lines: readonly Line[]
  /** Cells of a line. */
  width: number
  /** Rows: what is missing is blank. */
  height: number
  /** The first line to show; moved so far that the window is full if there are lines enough. */
  from: number
}

/**
 * Ink lays out blanks, and is given the lines when it paints: they fit, and the texts that it lays out it measures, and takes
 * apart character by character once more. One text for all of them: what it does for each frame grows with the components.
 */
export function LineWindow({ lines, width, height, from }: LineWindowProps) {
  const top = Math.max(0, Math.min(from, lines.length - height))
  const shown = lines.slice(top, top + height).map((line) => toStyled(cutLine(line, width)))
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Transform transform={(_, row) => shown[row] ?? ''} accessibilityLabel={shown.join('\n')}>
        {Array(height).fill(' ').join('\n')}
      </Transform>
    </Box>
  )
}
