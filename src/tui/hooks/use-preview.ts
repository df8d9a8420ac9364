import { useEffect, useState } from 'react'
import { toMessage } from '../failure.ts'
import { latest } from '../latest.ts'
import { nameOf, type Ref } from '../ref.ts'
import { type State, subjectOf } from '../state.ts'
import type { Store } from '../store.ts'
import type { Verbs } from '../verbs.ts'

/** Reads the text of the record that is selected, and of no other. */
export function usePreview(store: Store, verbs: Verbs, state: State): void {
  const [reader] = useState(() =>
    latest<Ref, Awaited<ReturnType<Verbs['look']>>>(
      verbs.look,
      (record) => store.dispatch({ type: 'looked', record }),
      (error) => store.dispatch({ type: 'told', message: toMessage(error) }),
    ),
  )
  const subject = subjectOf(state)
  const name = subject === undefined ? undefined : nameOf(subject)
  useEffect(() => reader.stop, [reader])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is read again when the vault has grown
  useEffect(() => {
    if (subject !== undefined) reader.ask({ projectId: subject.projectId, id: subject.id })
  }, [reader, name, state.generation])
}
