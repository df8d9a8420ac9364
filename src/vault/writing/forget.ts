/** Taking a record out of every answer. Its events stay in the log, so that every clone learns of it. */
import { decideForgetting } from '../../events/decide.ts'
import { MemoError } from '../../lib/errors.ts'
import { findRecord, textOf } from '../../projections/index/record-rows.ts'
import type { RecordKey } from '../../record/record-key.ts'
import { appendAndFold } from '../append.ts'
import type { Place } from '../history/past-record.ts'
import { findOne } from '../reading/find-named.ts'
import type { Redacted } from '../redacting/redact.ts'
import { refresh, withIndexRecovery, write } from '../refresh.ts'
import type { Vault } from '../vault.ts'

export interface ForgetInput {
  name: string
  reason: string | undefined
  project: string | undefined
  cwd: string
  /** Store the reason also if it holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface Forgettable {
  id: string
  projectId: string
  /** What it was called. */
  title: string
}

export interface ForgetResult extends Forgettable {
  /** Id of the event that says so. */
  event: string
  /** Set where its text was taken out for good. */
  redacted?: Redacted
}

/** What would be forgotten. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function findForgettable(vault: Vault, name: string, place: Place): Promise<Forgettable> {
  await refresh(vault, 'bounded')
  return withIndexRecovery(vault, async () => toForgettable(vault, findOne(vault, name, place)))
}

/** Forgets one record; its file goes too. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function forgetRecord(vault: Vault, input: ForgetInput): Promise<ForgetResult> {
  return write(vault, { label: 'forget', place: { named: input.project, cwd: input.cwd } }, () => {
    const { project, id } = findOne(vault, input.name, input)
    const told = toForgettable(vault, { project, id })
    const command = { project, id, reason: input.reason, actor: vault.actor }
    const [event] = appendAndFold(vault, decideForgetting(command), { allowSecret: input.allowSecret })
    if (event === undefined) throw new MemoError('BUG', `forgetting ${id} left no trace`)
    return { ...told, event: event.id }
  })
}

/** How it is called; without a title where that was taken out of the log. */
export function toForgettable(vault: Vault, { project, id }: RecordKey): Forgettable {
  const title = textOf(findRecord(vault.projections.db, project, id)?.state.fields.title) ?? ''
  return { id, projectId: project, title }
}
