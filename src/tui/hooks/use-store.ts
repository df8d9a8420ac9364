import { useSyncExternalStore } from 'react'
import type { State } from '../state.ts'
import type { Store } from '../store.ts'

/** The state, drawn anew with each change. */
export function useStore(store: Store): State {
  return useSyncExternalStore(store.subscribe, store.get)
}
