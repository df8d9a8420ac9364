import { useEffect } from 'react'
import { toMessage } from '../failure.ts'
import { latest } from '../latest.ts'
import type { State } from '../state.ts'
import { type Store, watch } from '../store.ts'
import type { Ask, Verbs } from '../verbs.ts'

/** A model is asked when nothing was typed for so long (ms). */
const settleMs = 250

/**
 * Searches for what is typed as it is typed, before that is painted, and again when the vault has grown.
 * @param rows of the list: so many hits at least
 */
export function useSearch(store: Store, verbs: Verbs, rows: number): void {
  useEffect(() => {
    const searcher = openSearcher(store, verbs)
    const toAsk = ({ field, filters, wanted }: State): Ask => ({
      query: field.text,
      filters,
      limit: Math.max(wanted, rows),
    })
    const stop = watch(
      store,
      (state) => [...Object.values(toAsk(state)), state.generation],
      (state) => searcher.ask(toAsk(state)),
    )
    return () => {
      stop()
      searcher.stop()
    }
  }, [store, verbs, rows])
}

function openSearcher({ dispatch }: Store, verbs: Verbs) {
  let timer: NodeJS.Timeout | undefined
  const fail = (error: unknown): void => dispatch({ type: 'told', message: toMessage(error) })
  const whole = latest(verbs.searchWhole, (found) => dispatch({ type: 'found', found }), fail)
  const settle = (ask: Ask): void => {
    timer = setTimeout(() => whole.ask(ask), settleMs)
  }
  const quick = latest(
    verbs.search,
    ({ found, isWhole }, ask) => {
      dispatch({ type: 'found', found })
      if (!isWhole) settle(ask)
    },
    fail,
  )
  return {
    ask: (ask: Ask): void => {
      clearTimeout(timer)
      quick.ask(ask)
    },
    stop: (): void => {
      clearTimeout(timer)
      quick.stop()
      whole.stop()
    },
  }
}
