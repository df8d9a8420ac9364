/** The rows of the list: what a hit is, what it is called, and how old and how often used it is. Pure. */
import { humanAge, parseInstant } from '../record/times.ts'
import { toEmptyLines } from './empty-lines.ts'
import type { Pane } from './layout.ts'
import { follow } from './list-window.ts'
import type { SearchHit, State } from './state.ts'
import { cellWidth, padCells } from './text/cells.ts'
import { toKindSpan } from './text/kind-span.ts'
import { type Line, lineWidth, padLine } from './text/line.ts'
import { markWords } from './text/mark-words.ts'
import { toPointer } from './text/selectable-lines.ts'
import { wrapLine } from './text/wrap-line.ts'

/** Those that are on the screen, or why there are none. */
export function toListLines(
  { found, filters, selected, top }: Pick<State, 'found' | 'filters' | 'selected' | 'top'>,
  { width, height }: Pane,
): Line[] {
  if (found === undefined) return []
  const { hits, words, now } = found
  if (hits.length === 0) return toEmptyLines(found).flatMap((line) => wrapLine(line, width))
  const isAcross = filters.place.allProjects || filters.place.projects.length > 1
  const start = follow(top, { selected, height, count: hits.length })
  const rows = hits.slice(start, start + height)
  return rows.map((hit, row) => toRow(hit, start + row === selected, { width, words, now, isAcross }))
}

interface ListView {
  /** Cells of a row. */
  width: number
  words: readonly string[]
  /** When ages are told from (ms since the epoch). */
  now: number
  /** Tell of each row which project it is of. */
  isAcross: boolean
}

/** `59 min`, the longest of what is past. */
const ageCells = 6
/** `999×`; more is rare, and takes from the title. */
const hitsCells = 4
/** Of the row: most ids of projects fit, and the title keeps more than that. */
const projectShare = 1 / 5

/** Below this the title needs the room. */
const [widthForAge, widthForHits, widthForProject] = [32, 48, 64]

function toRow(hit: SearchHit, isSelected: boolean, view: ListView): Line {
  const { width, words, now, isAcross } = view
  const updated = parseInstant(hit.updated)
  const age = updated === undefined ? '' : humanAge(updated, now)
  const ages = width < widthForAge ? '' : alignRight(age, ageCells + 1)
  const hits = width < widthForHits ? '' : alignRight(hit.hits === 0 ? '' : `${hit.hits}×`, hitsCells)
  const project =
    isAcross && width >= widthForProject ? `  ${padCells(hit.projectId, Math.floor(width * projectShare))}` : ''
  const behind = `${project}${hits}${ages}`
  const before: Line = [{ text: toPointer(isSelected) }, toKindSpan(hit.kind)]
  const room = width - lineWidth(before) - cellWidth(behind)
  const title = padLine(markWords([{ text: hit.title, style: isSelected ? 'bold' : undefined }], words), room)
  return [...before, ...title, { text: behind, style: 'dim' }]
}

function alignRight(text: string, cells: number): string {
  return ' '.repeat(Math.max(0, cells - cellWidth(text))) + text
}
