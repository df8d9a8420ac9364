/** The log as it grows, also by what other processes write: for those who watch for as long as they like. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HeldVault } from '../held-vault.ts'
import { type ActivityStep, followActivity } from './activity.ts'

export interface FollowInput {
  held: Pick<HeldVault, 'run'>
  /** Where to begin: events behind it. */
  place: string
  /** Ends it, without an error. */
  signal: AbortSignal
}

/** The log of another process is looked at so often (ms): two look-ups for each writer. */
export const lookMs = 300
const pageSize = 100

/**
 * Events behind the place, some at a time, oldest first; none each time that nothing came for `lookMs`. Nothing is read
 * ahead of who takes them. Throws USAGE for a place that nobody named.
 */
export async function* followLog({ held, place, signal }: FollowInput): AsyncGenerator<ActivityStep[]> {
  let reached = place
  while (!signal.aborted) {
    const steps = await held.run((vault) => followActivity(vault, reached, pageSize))
    reached = steps.at(-1)?.place ?? reached
    yield steps
    // Woken early by the signal it throws, and the loop ends.
    if (steps.length < pageSize) await sleep(lookMs, undefined, { signal }).catch(() => {})
  }
}
