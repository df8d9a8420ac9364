/** How a line looks. Colour never carries what the words do not say as well. */
import { Text } from 'ink'
import { type Line, padLine, type SpanStyle } from './line.ts'

interface StyledLineProps {
  line: Line
  /** Cells that it fills: cut, or filled up with blanks. */
  width: number
}

type Look = Pick<Parameters<typeof Text>[0], 'bold' | 'italic' | 'dimColor' | 'color' | 'underline' | 'inverse'>

const looks: { readonly [style in SpanStyle]: Look } = {
  bold: { bold: true },
  italic: { italic: true },
  dim: { dimColor: true },
  code: { color: 'cyan' },
  heading: { bold: true, color: 'magenta' },
  match: { color: 'yellow' },
  link: { color: 'blue', underline: true },
  error: { color: 'red' },
  selected: { inverse: true },
}

export function StyledLine({ line, width }: StyledLineProps) {
  const spans = padLine(line, width)
  return (
    <Text wrap="truncate-end">
      {spans.map(({ text, style }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a span is nothing but its place.
        <Text key={place} {...(style === undefined ? {} : looks[style])}>
          {text}
        </Text>
      ))}
    </Text>
  )
}
