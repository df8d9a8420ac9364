/** What an agent says of a record that it used: it helped, it misled, or neither. */
import { countersOf } from '../../events/counters.ts'
import { evolve } from '../../events/fold.ts'
import { decideSignal } from '../../events/reinforce.ts'
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
    const record = findOne(vault, input.name, input)
    const { project, id } = record
    const { signal, comment, session } = input
    const { actor, ports } = vault
    const command = { project, id, signal, comment, session, actor }
    const { events, cooledUntil } = decideSignal(command, record.ratings, ports.now())
    const [event] = appendAndFold(vault, events, input)
    return {
      ...{ id, projectId: project, signal },
      outcome: countersOf(event === undefined ? record : evolve(record, event)).outcome ?? null,
      cooled: event === undefined,
      ...(cooledUntil !== undefined && { until: toIso(cooledUntil) }),
      ...(event !== undefined && { event: event.id }),
    }
  })
}
