/** An answer as rows, whatever command gave it: what `--format` prints. */
import { csvColumns } from '../../../vault/export/csv-columns.ts'
import type { ListResult } from '../../../vault/reading/list.ts'
import type { SearchResult } from '../../../vault/reading/search.ts'
import type { TimelineResult } from '../../../vault/reading/timeline.ts'
import { renderListNotes } from '../list.ts'
import { renderAbstention, renderFootnotes } from '../search.ts'
import { renderTimelineNotes } from '../timeline.ts'

export interface SheetRow {
  id: string
  projectId: string
  kind: string
  title: string
  /** Relative to the vault. */
  filepath: string
}

export interface Sheet {
  rows: readonly SheetRow[]
  /** Fields of a row that a table of comma-separated values has, in this order. */
  columns: readonly string[]
  /** Fields that a table on a terminal shows beside kind, name and title. */
  facts: readonly string[]
  /** What to know besides the rows, for a person. */
  notes: readonly string[]
}

const plain = (_style: string, text: string): string => text

export function toSearchSheet(result: SearchResult): Sheet {
  const { hits, abstained } = result
  const why = abstained === null ? [] : [renderAbstention(abstained, plain)]
  // What the hits cost a reader is nothing to a program, so the footnotes are those of an answer without any.
  const notes = [...why, ...renderFootnotes({ ...result, hits: [] }, plain)]
  return {
    rows: hits,
    columns: [...csvColumns, 'score', 'lines', 'snippet'],
    facts: ['updated', 'hits'],
    notes,
  }
}

export function toListSheet(result: ListResult, offset: number): Sheet {
  const { records } = result
  const columns = [...csvColumns, 'layer', 'helpful', 'stale']
  return {
    rows: records,
    columns,
    facts: ['updated', 'hits', 'occurrences'],
    notes: renderListNotes(result, { paint: plain, offset }),
  }
}

export function toTimelineSheet(result: TimelineResult): Sheet {
  const { entries, abstained } = result
  const why = abstained === null ? [] : [renderAbstention(abstained, plain)]
  const notes = [...why, ...renderTimelineNotes(result, plain)]
  const columns = ['projectId', 'id', 'kind', 'status', 'title', 'at', 'isAnchor', 'gist', 'filepath']
  return { rows: entries, columns, facts: ['at'], notes }
}
