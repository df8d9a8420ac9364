/** The kind of a record where it stands first in a row of a list. */
import { padCells } from './cells.ts'
import type { Span } from './line.ts'

/** `conversation` is cut; all other kinds fit. */
const kindCells = 8

/** In as many cells for every kind, a blank behind it. */
export function toKindSpan(kind: string): Span {
  return { text: `${padCells(kind, kindCells)} `, style: 'code' }
}
