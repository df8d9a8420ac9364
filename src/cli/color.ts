/** Whether to colour, and the few styles there are. Colour never carries what the words do not say as well. */

export interface ColorContext {
  isTty: boolean
  /** The call asks for no colours. */
  isRefused: boolean
  noColor: boolean
  forceColor: boolean | undefined
  plainTerminal: boolean
  term: string | undefined
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'inverse'

/** Styles a text, or returns it as it is where nothing is coloured. */
export type Paint = (style: Style, text: string) => string

// SGR parameters that switch each style on and off (ECMA-48, 8.3.117).
const codes: { readonly [style in Style]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
  inverse: [7, 27],
}

/**
 * Colours on a terminal that can. `--no-color` asks for none, then NO_COLOR does (no-color.org), then FORCE_COLOR says
 * whether (force-color.org), also where the output is no terminal.
 */
export function toPaint(context: ColorContext): Paint {
  if (!isColored(context)) return (_style, text) => text
  return (style, text) => `\x1b[${codes[style][0]}m${text}\x1b[${codes[style][1]}m`
}

function isColored({ isTty, isRefused, noColor, forceColor, plainTerminal, term }: ColorContext): boolean {
  if (isRefused || noColor) return false
  return forceColor ?? (isTty && !plainTerminal && term !== 'dumb')
}
