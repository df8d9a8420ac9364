/**
 * What a person types: a text and a cursor, of one line (the query) or several (the body of a form). Moving and deleting
 * go by glyph, so that a flag or a letter with its accents is one step. All functions are pure.
 */
import { stripVTControlCharacters } from 'node:util'
import { cellWidth, toGlyphs } from './cells.ts'

export interface EditText {
  text: string
  /** UTF-16 units before the cursor; never inside of a glyph. */
  cursor: number
}

interface InsertOptions {
  /** Line breaks are kept; else each becomes a blank. */
  isMultiline?: boolean
}

/** A text with the cursor at its end. */
export function toEditText(text: string, options: InsertOptions = {}): EditText {
  return insert({ text: '', cursor: 0 }, text, options)
}

/**
 * Puts typed or pasted text at the cursor. What a terminal would obey, and what would not be seen, is left out: escape
 * sequences, control characters, bidirectional and invisible ones, halves of characters.
 */
export function insert(
  { text, cursor }: EditText,
  typed: string,
  { isMultiline = false }: InsertOptions = {},
): EditText {
  const added = toTypable(typed, isMultiline)
  return settle(text.slice(0, cursor) + added + text.slice(cursor), cursor + added.length)
}

export function deleteBack(edit: EditText): EditText {
  return deleteTo(edit, moveLeft(edit))
}

export function deleteForward(edit: EditText): EditText {
  return deleteTo(edit, moveRight(edit))
}

/** The word before the cursor, and the blanks behind it. */
export function deleteWord(edit: EditText): EditText {
  return deleteTo(edit, moveWordLeft(edit))
}

export function deleteToStart(edit: EditText): EditText {
  return deleteTo(edit, moveToStart(edit))
}

export function deleteToEnd(edit: EditText): EditText {
  return deleteTo(edit, moveToEnd(edit))
}

export function moveLeft({ text, cursor }: EditText): EditText {
  const start = lineStart(text, cursor)
  if (cursor === start) return { text, cursor: Math.max(0, cursor - 1) }
  const before = boundaries(text, cursor).filter((place) => place < cursor)
  return { text, cursor: before.at(-1) ?? start }
}

export function moveRight({ text, cursor }: EditText): EditText {
  const end = lineEnd(text, cursor)
  if (cursor === end) return { text, cursor: Math.min(text.length, cursor + 1) }
  return { text, cursor: boundaries(text, cursor).find((place) => place > cursor) ?? end }
}

export function moveWordLeft({ text, cursor }: EditText): EditText {
  const start = text.slice(0, cursor).search(/\S+\s*$/)
  return settle(text, Math.max(0, start))
}

export function moveWordRight({ text, cursor }: EditText): EditText {
  const [passed = ''] = text.slice(cursor).match(/^\s*\S+/) ?? []
  return settle(text, passed === '' ? text.length : cursor + passed.length)
}

/** Of the line. */
export function moveToStart({ text, cursor }: EditText): EditText {
  return { text, cursor: lineStart(text, cursor) }
}

/** Of the line. */
export function moveToEnd({ text, cursor }: EditText): EditText {
  return { text, cursor: lineEnd(text, cursor) }
}

/** To the same cell of the line above (-1) or below (1), or as near as that line allows; unchanged where there is none. */
export function moveLine(edit: EditText, step: -1 | 1): EditText {
  const { text, cursor } = edit
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)]
  if (step < 0 ? start === 0 : end === text.length) return edit
  const there = step < 0 ? lineStart(text, start - 1) : end + 1
  const line = text.slice(there, lineEnd(text, there))
  return settle(text, there + unitsWithin(line, cellWidth(text.slice(start, cursor))))
}

/** What is left when everything between the cursor and another place is taken out. */
function deleteTo({ text, cursor }: EditText, { cursor: other }: EditText): EditText {
  const [from, to] = [Math.min(cursor, other), Math.max(cursor, other)]
  return settle(text.slice(0, from) + text.slice(to), from)
}

function toTypable(typed: string, isMultiline: boolean): string {
  return stripVTControlCharacters(typed)
    .replace(/\r\n?/g, '\n')
    .replace(isMultiline ? /\t/g : /[\t\n]/g, ' ')
    .replace(untypable, '')
}

// Controls but the line feed; what src/lib/harmless.ts would have to show as an escape; halves of surrogate pairs.
const untypable = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu

/** What is inserted or joined may form one glyph with what stands behind it: then the cursor goes behind that. */
function settle(text: string, cursor: number): EditText {
  return { text, cursor: boundaries(text, cursor).find((place) => place >= cursor) ?? cursor }
}

/** Where a cursor may stand in the line around it. No glyph goes over a line break. */
function boundaries(text: string, cursor: number): number[] {
  const start = lineStart(text, cursor)
  const end = lineEnd(text, cursor)
  const places = [...segmenter.segment(text.slice(start, end))].map(({ index }) => start + index)
  return [...places, end]
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor)
  return end < 0 ? text.length : end
}

function unitsWithin(line: string, width: number): number {
  let [units, used] = [0, 0]
  for (const glyph of toGlyphs(line)) {
    if (used + glyph.width > width) break
    units += glyph.text.length
    used += glyph.width
  }
  return units
}
