import { useState, useSyncExternalStore } from 'react'
import { openFrames } from '../frames.ts'
import type { State } from '../state.ts'
import type { Store } from '../store.ts'

/** The state to paint, drawn anew with each frame; what has come since the last one waits in the store. */
export function useFrames(store: Store): State {
  const [frames] = useState(() => openFrames(store))
  return useSyncExternalStore(frames.subscribe, frames.get)
}
