import { useEffect } from 'react'
import { toMessage } from '../failure.ts'
import { latest } from '../latest.ts'
import type { Ref } from '../ref.ts'
import { subjectOf } from '../state.ts'
import { type Store, watch } from '../store.ts'
import type { Verbs } from '../verbs.ts'

/** Reads the text of the record that is selected, and of no other. */
export function usePreview(store: Store, verbs: Verbs): void {
  useEffect(() => {
    const reader = latest<Ref, Awaited<ReturnType<Verbs['look']>>>(
      verbs.look,
      (record, ref) => store.dispatch({ type: 'looked', ref, record }),
      (error) => store.dispatch({ type: 'told', message: toMessage(error) }),
    )
    const stop = watch(
      store,
      (state) => {
        const { projectId, id } = subjectOf(state) ?? {}
        // A record is read again when the vault has grown.
        return [projectId, id, state.generation]
      },
      (state) => {
        const subject = subjectOf(state)
        if (subject !== undefined) reader.ask({ projectId: subject.projectId, id: subject.id })
      },
    )
    return () => {
      stop()
      reader.stop()
    }
  }, [store, verbs])
}
