import { useRef } from 'react'
import { type FormRecord, type RecordForm, startForm } from '../panels/record-form.ts'
import type { Store } from '../store.ts'
import type { Verbs } from '../verbs.ts'
import type { RecordFormOptions } from './use-record-form.ts'

/** What a form for a new record begins with and what comes of it; kept while the screen is too small for it. */
export function useNewRecord({ get, dispatch }: Store, verbs: Verbs): Omit<RecordFormOptions, 'isActive'> {
  const draft = useRef<RecordForm>(undefined)
  const close = (): void => {
    draft.current = undefined
    dispatch({ type: 'closed' })
  }
  const onSubmit = async (record: FormRecord): Promise<void> => {
    const { id, created, recurrence } = await verbs.write(record, get().filters.place)
    close()
    const what = created ? 'wrote' : recurrence ? 'counted again' : 'found unchanged'
    dispatch({ type: 'told', message: { text: `${what} ${id}`, tone: 'info' } })
    dispatch({ type: 'grew' })
  }
  const onChange = (form: RecordForm): void => {
    draft.current = form.phase === 'left' ? undefined : form
  }
  return { initial: draft.current ?? startForm(get().filters.kind), onSubmit, onCancel: close, onChange }
}
