import { useEffect } from 'react'
import { toMessage } from '../failure.ts'
import type { Store } from '../store.ts'
import type { Verbs } from '../verbs.ts'

/** The log of others is looked at so often (ms): two look-ups for each writer. */
const lookMs = 400
/** Hand edits are looked for with every so many looks. */
const editsEvery = 5

/** Searches again when the log has grown, whoever wrote. */
export function useLive(store: Store, verbs: Verbs, first: string): void {
  useEffect(() => {
    let known = first
    let looks = 0
    let isBusy = false
    const look = async (): Promise<void> => {
      // An editor that saves twice is not to be met in between.
      if (isBusy || store.get().isAway) return
      isBusy = true
      looks += 1
      try {
        const place = await verbs.news(looks % editsEvery === 0)
        if (place !== known) store.dispatch({ type: 'grew' })
        known = place
      } catch (error) {
        store.dispatch({ type: 'told', message: toMessage(error) })
      } finally {
        isBusy = false
      }
    }
    const timer = setInterval(() => void look(), lookMs)
    return () => clearInterval(timer)
  }, [store, verbs, first])
}
