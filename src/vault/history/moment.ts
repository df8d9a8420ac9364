/** A point of the log: after an event, at an instant, or now. */
import { stampOf } from '../../events/fold.ts'
import { ulidTime } from '../../events/ulid.ts'
import { toIso } from '../../record/times.ts'
import type { Vault } from '../vault.ts'
import { findEvent } from './find-event.ts'

/** `at` in milliseconds; `event` is an id or a beginning of one. */
export type Moment = 'now' | { at: number } | { event: string }

/** What a moment means in this vault. */
export interface Cut {
  /** Whether an event is of what had happened by then: by the order of events, so by ids and not by clocks. */
  holds(event: { id: string; writer: string }): boolean
  /** The instant (ms) at which ages and lifetimes are judged. */
  now: number
  /** As an answer tells it; nothing for now. */
  told: { at?: string; event?: string }
}

/** Throws NOT_FOUND or AMBIGUOUS for an event that is not one. */
export async function toCut(vault: Vault, moment: Moment): Promise<Cut> {
  if (moment === 'now') return { holds: () => true, now: vault.ports.now(), told: {} }
  if ('at' in moment) {
    const { at } = moment
    return { holds: ({ id }) => ulidTime(id) <= at, now: at, told: { at: toIso(at) } }
  }
  const last = await findEvent(vault, moment.event)
  const now = ulidTime(last.id)
  return { holds: (event) => stampOf(event) <= stampOf(last), now, told: { at: toIso(now), event: last.id } }
}
