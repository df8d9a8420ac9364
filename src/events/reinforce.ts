/** Signals of agents that a record helped or misled, and the pause between two of them. Pure. */
import type { Actor } from '../record/vocabulary.ts'
import type { Rated } from './fold.ts'
import type { EventDraft } from './schema.ts'

/**
 * A record takes one signal in this time (ms), so that an agent in a loop, which says the same with each round, does not
 * rewrite the ranking (memhtml: REINFORCE_COOLDOWN_S = 900).
 */
export const cooldownMs = 900_000

export interface SignalCommand {
  project: string
  id: string
  /** -1 (misled) to 1 (helped). */
  signal: number
  comment: string | undefined
  session: string | undefined
  actor: Actor
}

export interface SignalDecision {
  events: EventDraft[]
  /** When the record takes signals again (ms); undefined if it took this one. */
  cooledUntil: number | undefined
}

/** One signal, or nothing while the last one is too near. `now` in ms. */
export function decideSignal(command: SignalCommand, ratings: readonly Rated[], now: number): SignalDecision {
  const cooledUntil = findCooldown(ratings, now)
  if (cooledUntil !== undefined) return { events: [], cooledUntil }
  const { actor, comment, session, ...data } = command
  const said = { ...(comment !== undefined && { comment }), ...(session !== undefined && { session }) }
  return { events: [{ actor, type: 'record.rated', data: { ...data, ...said } }], cooledUntil }
}

/** Ratings of people start no pause. Near on either side: the clock of another clone may be ahead. */
function findCooldown(ratings: readonly Rated[], now: number): number | undefined {
  const near = ratings
    .filter(({ signal }) => signal !== undefined)
    .map(({ at }) => Date.parse(at))
    .filter((at) => Math.abs(now - at) < cooldownMs)
  return near.length === 0 ? undefined : Math.max(...near) + cooldownMs
}
