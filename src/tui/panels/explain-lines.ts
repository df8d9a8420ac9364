/** Why a hit stands where it does, as lines: what `memo search --explain` tells of it. Pure. */
import { toExplainLines } from '../../vault/reading/explain-lines.ts'
import type { SearchResult } from '../../vault/reading/search.ts'
import type { Line } from '../text/line.ts'
import { wrapLine } from '../text/wrap-line.ts'

type Explained = Pick<SearchResult['hits'][number], 'title' | 'why' | 'explain'>

export function toExplainPanelLines(hit: Explained, width: number): Line[] {
  const told = toExplainLines(hit)
  const head: Line = [
    { text: 'Why it stands there: ', style: 'heading' },
    { text: hit.title, style: 'bold' },
  ]
  const lines = told.length === 0 ? [[{ text: 'The search did not tell.' }]] : told.map(toLine)
  return [...wrapLine(head, width), [], ...lines.flatMap((line) => wrapLine(line, width))]
}

/** What stands before the first two blanks is the name of a step. */
function toLine(told: string): Line {
  const end = told.indexOf('  ')
  return [{ text: told.slice(0, end), style: 'code' }, { text: told.slice(end) }]
}
