/** An export as comma-separated values: the columns of a search, and the text in the last one. */
import { type CsvValue, toCsvLines } from '../../lib/csv-lines.ts'
import { csvColumns } from './csv-columns.ts'
import { toExported } from './exported-record.ts'
import type { ExportedState, Form } from './forms.ts'

const columns = [...csvColumns, 'body']

export function csvForm(): Form {
  return { start: toCsvLines([columns]), record: (one) => toCsvLines([toRow(one)]), end: '' }
}

function toRow({ state, filepath, expired }: ExportedState): CsvValue[] {
  const { project, ...fields } = toExported(state)
  const counted = { hits: 0, occurrences: 1, ...fields }
  const values = new Map(Object.entries({ ...counted, projectId: project, filepath, ...(expired && { expired }) }))
  return columns.map((name) => toValue(values.get(name)))
}

function toValue(value: unknown): CsvValue {
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(String) : String(value)
}
