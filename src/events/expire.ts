/** What becomes of a record whose time is over. Pure. */
import { type Actor, isKind, kinds } from '../record/vocabulary.ts'
import type { EventDraft } from './schema.ts'

/** Put away, or taken out of every answer; either way its events stay in the log. */
export const expiryActions = ['archived', 'forgotten'] as const
export type ExpiryAction = (typeof expiryActions)[number]

/** By the table of kinds; a kind that this version does not know is put away. `purge` takes out every kind. */
export function toExpiryAction(kind: string, purge: boolean): ExpiryAction {
  return purge || (isKind(kind) && kinds[kind].onExpiry === 'purge') ? 'forgotten' : 'archived'
}

/** The reason that the event gives. */
const reason = 'expired'

export interface ExpireCommand {
  project: string
  id: string
  action: ExpiryAction
  actor: Actor
}

/** Of a record that is there, and not put away already where it is to be put away. */
export function decideExpiry({ project, id, action, actor }: ExpireCommand): EventDraft {
  return { actor, type: `record.${action}`, data: { project, id, reason } }
}
