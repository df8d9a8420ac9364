/** How a line looks. Colour never carries what the words do not say as well. */
import chalk, { type ChalkInstance } from 'chalk'
import { Text } from 'ink'
import { cutLine, type Line, type SpanStyle } from './line.ts'

interface StyledLineProps {
  line: Line
  /** Cells that it may take; what is more is cut. */
  width: number
}

/** One text with escape sequences, not a component for each span: Ink goes over all components for each frame. */
export function StyledLine({ line, width }: StyledLineProps) {
  return <Text wrap="truncate-end">{toStyled(cutLine(line, width))}</Text>
}

/** Ink takes no row for an empty text. */
export function toStyled(line: Line): string {
  return line.map(({ text, style }) => (style === undefined ? text : looks[style](text))).join('') || ' '
}

const looks: { readonly [style in SpanStyle]: ChalkInstance } = {
  bold: chalk.bold,
  italic: chalk.italic,
  dim: chalk.dim,
  code: chalk.cyan,
  heading: chalk.bold.magenta,
  match: chalk.yellow,
  link: chalk.blue.underline,
  error: chalk.red,
  selected: chalk.inverse,
}
