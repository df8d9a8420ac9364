/** What a part of the terminal program looks like, line by line. */
import { Box, renderToString } from 'ink'
import type { ReactNode } from 'react'
import stringWidth from 'string-width'
import { expect } from 'vitest'

/**
 * The lines of a part of the screen that is `width` cells wide, without the frame that is put around it. Fails if any
 * of them is not exactly that wide: then the right side of the frame is not a straight line.
 */
export function frameOf(part: ReactNode, width: number): string[] {
  const framed = (
    <Box borderStyle="single" width={width + 2}>
      {part}
    </Box>
  )
  const lines = renderToString(framed, { columns: width + 2 }).split('\n')
  expect(new Set(lines.map((line) => stringWidth(line)))).toEqual(new Set([width + 2]))
  return lines.slice(1, -1).map((line) =>
    line
      .replace(/^.*?│/, '')
      .replace(/│[^│]*$/, '')
      .trimEnd(),
  )
}
