/** When the state is painted: what is typed waits a moment for its answer, so that a key is one frame and not three. */
import { stopwatch } from '../lib/ports.ts'
import { isSettled, panelOf, type State } from './state.ts'
import type { Store } from './store.ts'

/** The state as it is on the screen, for one screen. */
export type Frames = Pick<Store, 'get' | 'subscribe'>

/** A key is without any sign for so long at most (ms), unless work holds the thread. */
const patienceMs = 30

/** What comes within this (ms) is felt to come at once (Miller 1968, "Response time in man-computer conversational transactions"). */
const instantMs = 100

export function openFrames(store: Store): Frames {
  let shown = store.get()
  return {
    get: () => shown,
    subscribe: (tell) => {
      shown = store.get()
      const painter = openPainter(() => {
        shown = store.get()
        tell()
      })
      const stop = store.subscribe(onChange(store, { painter, shown: () => shown }))
      return () => {
        painter.stop()
        stop()
      }
    },
  }
}

interface Painter {
  now(): void
  /** When patience is over; from this call on if it is `anew`, else from the first that waits. */
  soon(anew: boolean): void
  stop(): void
}

function openPainter(paint: () => void): Painter {
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const now = (): void => {
    stop()
    paint()
  }
  const soon = (anew: boolean): void => {
    if (timer !== undefined && !anew) return
    stop()
    timer = setTimeout(now, patienceMs)
  }
  return { now, soon, stop }
}

/** What is found waits anew, for the text beside it. */
function onChange(store: Store, { painter, shown }: { painter: Painter; shown: () => State }): () => void {
  const comesSoon = answerTimer()
  let { found } = store.get()
  return () => {
    const now = store.get()
    const isFurther = now.found !== found
    found = now.found
    if (!comesSoon(isSettled(now)) || isElsewhere(now, shown())) painter.now()
    else painter.soon(isFurther)
  }
}

/** Is told of each state whether it is settled, and says whether an answer is to come, and likely to come at once. */
function answerTimer(): (isSettled: boolean) => boolean {
  let since: number | undefined
  let took = 0
  return (isSettled) => {
    if (!isSettled) since ??= stopwatch()
    else if (since !== undefined) {
      took = stopwatch() - since
      since = undefined
    }
    return since !== undefined && took <= instantMs
  }
}

/** Keys go to what is on the screen, so that comes without delay. */
function isElsewhere(now: State, shown: State): boolean {
  return panelOf(now) !== panelOf(shown) || now.isAway !== shown.isAway
}
