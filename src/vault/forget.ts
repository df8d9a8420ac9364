/** Taking a record out of every answer. Its events stay in the log, so that every clone learns of it. */
import { decideForgetting } from '../events/decide.ts'
import { MemoError } from '../lib/errors.ts'
import { textOf } from '../projections/index/record-rows.ts'
import { appendAndFold } from './append.ts'
import { findOne } from './find-named.ts'
import type { Redacted } from './redact.ts'
import { refresh, withIndexRecovery, write } from './refresh.ts'
import type { Vault } from './vault.ts'

export interface ForgetInput {
  name: string
  reason: string | undefined
  project: string | undefined
  cwd: string
  /** Store the reason also if it holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface ForgetResult {
  id: string
  projectId: string
  /** What it was called. */
  title: string
  /** Id of the event that says so. */
  event: string
  /** Set where its text was taken out for good. */
  redacted?: Redacted
}

/** What would be forgotten. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function findForgettable(
  vault: Vault,
  name: string,
  place: Pick<ForgetInput, 'project' | 'cwd'>,
): Promise<Omit<ForgetResult, 'event' | 'redacted'>> {
  await refresh(vault, 'bounded')
  return withIndexRecovery(vault, async () => {
    const { project: projectId, id, fields } = findOne(vault, name, place)
    return { id, projectId, title: textOf(fields.title) ?? '' }
  })
}

/** Forgets one record; its file goes too. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function forgetRecord(vault: Vault, input: ForgetInput): Promise<ForgetResult> {
  return write(vault, { label: 'forget', place: { named: input.project, cwd: input.cwd } }, () => {
    const { project: projectId, id, fields } = findOne(vault, input.name, input)
    const title = textOf(fields.title) ?? ''
    const command = { project: projectId, id, reason: input.reason, actor: vault.actor }
    const [event] = appendAndFold(vault, decideForgetting(command), { allowSecret: input.allowSecret })
    if (event === undefined) throw new MemoError('BUG', `forgetting ${id} left no trace`)
    return { id, projectId, title, event: event.id }
  })
}
