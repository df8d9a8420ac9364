/** An answer that takes long and changes slowly: given again for a while, and worked out once for all who wait for it. */
import { stopwatch } from '../lib/ports.ts'

/** @param forMs how long (ms) an answer is good; a failure is not kept */
export function remembered<Input, Result>(work: (input: Input) => Promise<Result>, forMs: number) {
  let known: { result: Promise<Result>; at: number } | undefined
  return (input: Input): Promise<Result> => {
    if (known !== undefined && stopwatch() - known.at < forMs) return known.result
    const made = { result: work(input), at: stopwatch() }
    known = made
    made.result.catch(() => {
      if (known === made) known = undefined
    })
    return made.result
  }
}
