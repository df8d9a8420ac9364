import { type Key, useInput, usePaste } from 'ink'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { toKeyName } from '../key-name.ts'
import { toTrouble } from '../panels/form-trouble.ts'
import { type FormRecord, type RecordForm, reduceForm, startForm, toFormRecord } from '../panels/record-form.ts'
import { toTyped } from '../typed-ahead.ts'

export interface RecordFormOptions {
  /** What was written before, to go on with; an empty form unless given. */
  initial?: RecordForm | undefined
  /** Keys are for the form. */
  isActive: boolean
  /** Stores it. When that fails, the form stays as it is and says why; when not, the owner takes the form away. */
  onSubmit(record: FormRecord): Promise<void>
  onCancel(): void
  /** Called with each change, for an owner that keeps what was written while the form is not on the screen. */
  onChange?: ((form: RecordForm) => void) | undefined
}

/** A form that takes the keys. A key that has no meaning in it does nothing. */
export function useRecordForm({ initial, isActive, onSubmit, onCancel, onChange }: RecordFormOptions): RecordForm {
  const [form, dispatch] = useReducer(reduceForm, { ...(initial ?? startForm()), phase: 'editing' as const })
  useInput(
    (input, key) => {
      const name = toFormKey(input, key)
      const typed = name === input ? toTyped(input) : [{ text: name, isKey: true }]
      for (const { text, isKey } of typed) dispatch(isKey ? { type: 'pressed', key: text } : { type: 'typed', text })
    },
    { isActive },
  )
  usePaste((text) => dispatch({ type: 'typed', text }), { isActive })
  const tell = useEffectEvent((now: RecordForm) => onChange?.(now))
  const act = useEffectEvent((phase: RecordForm['phase']) => {
    if (phase === 'left') onCancel()
    if (phase !== 'saving') return
    onSubmit(toFormRecord(form)).catch((error: unknown) => dispatch({ type: 'failed', trouble: toTrouble(error) }))
  })
  useEffect(() => tell(form), [form])
  useEffect(() => act(form.phase), [form.phase])
  return form
}

function toFormKey(input: string, key: Key): string {
  return key.tab && key.shift ? 'shift-tab' : toKeyName(input, key)
}
