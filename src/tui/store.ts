/** The one state of the screen. A key that comes in the same moment as another must meet what the first one left. */
import { type Action, reduce } from './reduce.ts'
import type { State } from './state.ts'

export interface Store {
  get(): State
  dispatch(action: Action): void
  /** Returns what ends it. */
  subscribe(listener: () => void): () => void
}

export function openStore(initial: State): Store {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    dispatch: (action) => {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Calls now, and whenever what is picked from the state is not the same any more. Returns what ends it. */
export function watch(
  { get, subscribe }: Store,
  pick: (state: State) => readonly unknown[],
  call: (state: State) => void,
): () => void {
  let known: readonly unknown[] | undefined
  const look = (): void => {
    const picked = pick(get())
    if (known !== undefined && picked.every((value, index) => value === known?.[index])) return
    known = picked
    call(get())
  }
  look()
  return subscribe(look)
}
