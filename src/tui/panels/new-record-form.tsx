/** A form for a new record. */
import { type RecordFormOptions, useRecordForm } from '../hooks/use-record-form.ts'
import { SelectableWindow } from '../text/selectable-window.tsx'
import { toFormLines } from './form-lines.ts'

interface NewRecordFormProps extends RecordFormOptions {
  width: number
  height: number
}

export function NewRecordForm({ width, height, ...options }: NewRecordFormProps) {
  const shown = toFormLines(useRecordForm(options), { width, height })
  return <SelectableWindow shown={shown} width={width} height={height} />
}
