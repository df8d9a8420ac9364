/** Breaks a styled line where a reader expects it: at blanks, between wide characters, and else where the room ends. */
import { type Glyph, toGlyphs } from './cells.ts'
import type { Line, SpanStyle } from './line.ts'

interface Piece extends Glyph {
  style: SpanStyle | undefined
}

/** What is kept on one line if possible, and the blanks before it. */
interface Word {
  gap: Piece[]
  pieces: Piece[]
}

/** The line on as many lines of at most `width` cells as it needs, at least one; of these the first `limit`. */
export function wrapLine(line: Line, width: number, limit = Number.POSITIVE_INFINITY): Line[] {
  const rows: Piece[][] = [[]]
  for (const word of toWords(line, { width, longest: width * limit })) {
    place(rows, word, width)
    if (rows.length > limit) break
  }
  return rows.slice(0, limit).map(toLine)
}

/** A word of more than `longest` glyphs goes on as another one. */
function* toWords(line: Line, { width, longest }: { width: number; longest: number }): Generator<Word> {
  let word: Word = { gap: [], pieces: [] }
  let last: Piece | undefined
  for (const piece of toPieces(line, width)) {
    const isNext = last === undefined || last.text === ' ' || isBreakable(last, piece) || word.pieces.length >= longest
    if ((piece.text === ' ' || isNext) && word.pieces.length > 0) {
      yield word
      word = { gap: [], pieces: [] }
    }
    if (piece.text === ' ') word.gap.push(piece)
    else word.pieces.push(piece)
    last = piece
  }
  if (word.pieces.length > 0) yield word
}

/** A glyph that no line has room for is shown as missing. */
function* toPieces(line: Line, width: number): Generator<Piece> {
  for (const { text, style } of line) {
    for (const glyph of toGlyphs(text)) {
      yield glyph.width > width ? { text: '…', width: 1, style } : { ...glyph, style }
    }
  }
}

/** Between two glyphs without a blank: beside wide ones, but no line begins with what closes or ends a sentence. */
function isBreakable(before: Piece, after: Piece): boolean {
  if (before.width < 2 && after.width < 2) return false
  return !/^[\p{Pe}\p{Pf}\p{Po}ー]/u.test(after.text) && !/^[\p{Ps}\p{Pi}]/u.test(before.text)
}

function place(rows: Piece[][], { gap, pieces }: Word, width: number): void {
  const row = rows.at(-1) ?? []
  if (widthOf([...row, ...gap, ...pieces]) <= width) row.push(...gap, ...pieces)
  else if (row.length === 0) placeParts(rows, pieces, width)
  else {
    rows.push([])
    placeParts(rows, pieces, width)
  }
}

/** A word longer than the line goes on below. */
function placeParts(rows: Piece[][], pieces: Piece[], width: number): void {
  let row = rows.at(-1) ?? []
  let used = widthOf(row)
  for (const piece of pieces) {
    if (used + piece.width > width) {
      row = []
      used = 0
      rows.push(row)
    }
    row.push(piece)
    used += piece.width
  }
}

function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0)
}

function toLine(pieces: readonly Piece[]): Line {
  const line: Line = []
  for (const { text, style } of pieces) {
    const last = line.at(-1)
    if (last !== undefined && last.style === style) last.text += text
    else line.push({ text, style })
  }
  return line
}
