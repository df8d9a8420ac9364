/** A part of many lines, in a box of the screen that it fills. */
import { Box } from 'ink'
import type { Line } from './line.ts'
import { StyledLine } from './StyledLine.tsx'

interface LineWindowProps {
  lines: readonly Line[]
  /** Cells of a line. */
  width: number
  /** Rows: what is missing is blank. */
  height: number
  /** The first line to show; moved so far that the window is full if there are lines enough. */
  from: number
}

export function LineWindow({ lines, width, height, from }: LineWindowProps) {
  const top = Math.max(0, Math.min(from, lines.length - height))
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      {Array.from({ length: height }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is nothing but its place.
        <StyledLine key={row} line={lines[top + row] ?? []} width={width} />
      ))}
    </Box>
  )
}
