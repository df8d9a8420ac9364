/** How a line looks. Colour never carries what the words do not say as well. */
import chalk, { type ChalkInstance } from 'chalk'
import type { Line, SpanStyle } from './line.ts'

/** The line as one text with escape sequences. */
export function toStyled(line: Line): string {
  return line.map(({ text, style }) => (style === undefined ? text : looks[style](text))).join('')
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
