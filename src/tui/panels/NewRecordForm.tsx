/** A form for a new record. */
import { type RecordFormOptions, useRecordForm } from '../hooks/use-record-form.ts'
import { LineWindow } from '../text/LineWindow.tsx'
import { toFrom } from '../text/selectable-lines.ts'
import { toFormLines } from './form-lines.ts'

interface NewRecordFormProps extends RecordFormOptions {
  width: number
  height: number
}

export function NewRecordForm({ width, height, ...options }: NewRecordFormProps) {
  const shown = toFormLines(useRecordForm(options), { width, height })
  return <LineWindow lines={shown.lines} width={width} height={height} from={toFrom(shown, height)} />
}
