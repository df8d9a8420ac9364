/** What an agent says of a record that it used: it helped, it misled, or neither. */
import { countersOf } from '../../events/counters.ts'
import { evolve } from '../../events/fold.ts'
import { decideSignal } from '../../events/reinforce.ts'
import { MemoError } from '../../lib/errors.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { toIso } from '../../record/times.ts'
import { appendAndFold } from '../append.ts'
import { findOne } from '../reading/find-named.ts'
import { write } from '../refresh.ts'
import type { Vault } from '../vault.ts'

export interface ReinforceInput {
  name: string
  /** -1 (misled) to 1 (helped); 0 leaves the average alone. */
  signal: number
  comment: string | undefined
  session: string | undefined
  project: string | undefined
  cwd: string
  /** Store the comment even if it holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface ReinforceResult {
  id: string
  projectId: string
  signal: number
  /** The average with it. */
  outcome: number | null
  /** The last signal is less than 900 s ago: this one was not counted. */
  cooled: boolean
  /** When the record takes signals again, if it was not counted. */
  until?: string
  /** Id of the event that says so, if it was counted. */
  event?: string
}

/** Counts a signal, or not, within 900 s of the last. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function reinforceRecord(vault: Vault, input: ReinforceInput): Promise<ReinforceResult> {
  return write(vault, { label: 'reinforce', place: { named: input.project, cwd: input.cwd } }, () => {
    const { project: owner, id } = findOne(vault, input.name, input)
    const { signal, comment, session } = input
    const { actor, ports } = vault
    const command = { project: owner, id, signal, comment, session, actor }
    const state = stateOf(vault, owner, id)
    const { events, cooledUntil } = decideSignal(command, state.ratings, ports.now())
    const [event] = appendAndFold(vault, events, input)
    return {
      ...{ id, projectId: owner, signal },
      outcome: countersOf(event === undefined ? state : evolve(state, event)).outcome ?? null,
      cooled: event === undefined,
      ...(cooledUntil !== undefined && { until: toIso(cooledUntil) }),
      ...(event !== undefined && { event: event.id }),
    }
  })
}

function stateOf(vault: Vault, project: string, id: string) {
  const state = findRecord(vault.projections.db, project, id)?.state
  if (state === undefined) throw new MemoError('BUG', `${project}/${id} was found, and has no row`)
  return state
}
