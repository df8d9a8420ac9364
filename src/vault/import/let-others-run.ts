/** Work that never waits gives nothing else a turn: no signal would be met, and no line of progress drawn. */
import { setImmediate } from 'node:timers/promises'

/** Of some hundred items a second, ten times a second is enough. */
const every = 32

/** To be awaited at each step of a long loop. */
export function letOthersRun(): () => Promise<void> | undefined {
  let steps = 0
  return () => (++steps % every === 0 ? setImmediate() : undefined)
}
