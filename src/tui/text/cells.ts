/**
 * How many cells of the terminal a text takes, and cutting it to fit. All functions see the text as it is shown: made
 * harmless, and without marks that nothing carries (a lone combining mark would join whatever the screen has before it).
 * A glyph, that is what a reader takes for one character, is never torn.
 */
import stringWidth from 'string-width'
import { toHarmless } from '../../lib/harmless.ts'

export interface Glyph {
  text: string
  /** Cells: mostly 1, of wide characters and emoji 2. Never 0. */
  width: number
}

/** The glyphs of a text, in order. */
export function* toGlyphs(text: string): Generator<Glyph> {
  const shown = toHarmless(text)
  if (isNarrow(shown)) {
    for (const character of shown) yield { text: character, width: 1 }
    return
  }
  for (const { segment } of segmenter.segment(shown.toWellFormed())) {
    const width = widthOf(segment)
    if (width > 0) yield { text: segment, width }
  }
}

/** The text as it is shown. */
export function toShown(text: string): string {
  return isNarrow(text) ? text : [...toGlyphs(text)].map((glyph) => glyph.text).join('')
}

/** Cells that a text takes on one line. */
export function cellWidth(text: string): number {
  if (isNarrow(text)) return text.length
  let width = 0
  for (const glyph of toGlyphs(text)) width += glyph.width
  return width
}

/** Stands in place of what was cut off, in one cell. */
const ellipsis = '…'

/** As much of a text as fits into so many cells, with an ellipsis where something is missing. */
export function cutCells(text: string, width: number): string {
  let [whole, wholeWidth, kept] = ['', 0, '']
  for (const glyph of toGlyphs(text)) {
    whole += glyph.text
    wholeWidth += glyph.width
    if (wholeWidth > width) return width < 1 ? '' : kept + ellipsis
    if (wholeWidth < width) kept = whole
  }
  return whole
}

/** The text in exactly so many cells: cut, or filled up with blanks. */
export function padCells(text: string, width: number): string {
  const cut = cutCells(text, width)
  return cut + ' '.repeat(Math.max(0, width - cellWidth(cut)))
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const knownWidths = new Map<string, number>()

/** A text has many glyphs and few different ones. */
function widthOf(glyph: string): number {
  const known = knownWidths.get(glyph)
  if (known !== undefined) return known
  const width = stringWidth(glyph)
  if (knownWidths.size >= mostKnown) knownWidths.clear()
  if (glyph.length <= longestKnown) knownWidths.set(glyph, width)
  return width
}

/** More than the characters in use of any one script; longer glyphs are no text that comes again. */
const [mostKnown, longestKnown] = [20_000, 64]

/** Printable ASCII only, of which each character is a glyph of one cell. */
function isNarrow(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
