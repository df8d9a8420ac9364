/** The forms of an export that are one text, each written as it goes: a beginning, a part for each record, an end. */
import type { RecordState } from '../../events/fold.ts'
import { toHarmlessJson } from '../../lib/harmless.ts'
import type { RecordKey } from '../../record/record-key.ts'
import { toExported } from './exported-record.ts'

export const exportFormats = ['jsonl', 'markdown', 'json', 'csv', 'html'] as const
export type ExportFormat = (typeof exportFormats)[number]
export type TextFormat = Exclude<ExportFormat, 'markdown'>

export interface ExportedState {
  state: RecordState
  /** Path of its file, relative to the vault. */
  filepath: string
  expired: boolean
}

export interface Form {
  start: string
  record(exported: ExportedState, place: number): string
  end: string
}

export interface FormContext {
  /** All records of the export, which its links can lead to. */
  names: readonly RecordKey[]
  /** When it is made (ISO 8601). */
  made: string
}

/** Loads what the form needs. */
export async function openForm(format: TextFormat, context: FormContext): Promise<Form> {
  switch (format) {
    case 'csv':
      return (await import('./csv.ts')).csvForm()
    case 'html':
      return (await import('./html/page.ts')).htmlForm(context)
    case 'json':
      return {
        start: '{"records":[',
        record: (one, place) => `${place === 0 ? '' : ','}\n${toLine(one)}`,
        end: '\n]}\n',
      }
    default:
      return { start: '', record: (one) => `${toLine(one)}\n`, end: '' }
  }
}

function toLine({ state }: ExportedState): string {
  return toHarmlessJson(toExported(state), { oneLine: true })
}
