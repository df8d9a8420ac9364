/** Rows in the form that `--format` names. Pure; nothing in it can act on the terminal that it is printed to. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CsvValue, toCsvLines } from '../../../lib/csv-lines.ts'
import { toHarmless, toHarmlessJson } from '../../../lib/harmless.ts'
import type { Format } from '../../format-flag.ts'
import type { Sheet, SheetRow } from './sheet.ts'
import { renderTable } from './table.ts'

export interface SheetView {
  format: Format
  /** Absolute path of the vault. */
  root: string
  /** Columns of the terminal; undefined where nothing is to be cut. */
  width: number | undefined
}

/** Ends with a line break, or is empty: a table of comma-separated values has its header in any case. */
export function renderSheet(sheet: Sheet, { format, root, width }: SheetView): string {
  const { rows } = sheet
  switch (format) {
    case 'csv':
      return renderCsv(sheet)
    case 'table':
      return renderTable(sheet, width)
    case 'ids':
      return toLines(rows.map(({ projectId, id }) => `${projectId}/${id}`))
    case 'paths':
      return toLines(rows.map(({ filepath }) => toHarmless(join(root, filepath))))
    case 'md':
      return toLines(rows.map((row) => toItem(row, root)))
    default:
      return toLines(rows.map((row) => toHarmlessJson(row, { oneLine: true })))
  }
}

function toLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function renderCsv({ rows, columns }: Sheet): string {
  const cells = rows.map((row) => {
    const fields = new Map<string, CsvValue>(Object.entries(row))
    return columns.map((name) => fields.get(name))
  })
  return toCsvLines([columns, ...cells])
}

/** A link to the file that works from wherever the list is put on this machine. */
function toItem({ title, kind, projectId, id, filepath }: SheetRow, root: string): string {
  const text = toHarmless(title).replace(/[\\`*_[\]<>~|#!&]/g, '\\$&')
  return `- [${text}](${pathToFileURL(join(root, filepath)).href}) ${kind} \`${projectId}/${id}\``
}
