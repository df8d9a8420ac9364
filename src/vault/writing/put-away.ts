/** Records put into the archive, and brought back from there or from being forgotten. */
import { isPresent, type RecordState } from '../../events/fold.ts'
import { decideArchiving, decideRestoring } from '../../events/put-away.ts'
import type { EventDraft } from '../../events/schema.ts'
import { MemoError } from '../../lib/errors.ts'
import { findRecord, kindOf, statusOf, textOf } from '../../projections/index/record-rows.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { appendAndFold } from '../append.ts'
import { findNamedOrGone } from '../history/past-record.ts'
import { findOne } from '../reading/find-named.ts'
import { isExpired } from '../reading/get.ts'
import { write } from '../refresh.ts'
import { addNotice, type Vault } from '../vault.ts'

export interface PutAwayInput {
  /** As `get` takes them. */
  names: readonly string[]
  reason: string | undefined
  project: string | undefined
  cwd: string
  /** Store the reason also if it holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface PutAwayRecord {
  id: string
  projectId: string
  kind: Kind
  title: string
  /** Its status before, or `forgotten`. */
  was: string
  /** False where it was already so. */
  changed: boolean
}

export interface PutAwayResult {
  /** Each record once, in the order of the names. */
  records: PutAwayRecord[]
  /** Ids of the events that were written: one for each record that changed. */
  events: string[]
}

/** Puts them away, all or none. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function archiveRecords(vault: Vault, input: PutAwayInput): Promise<PutAwayResult> {
  return putAway(vault, 'archive', input, {
    find: (name) => findOne(vault, name, input),
    decide: (record) => decideArchiving({ record, reason: input.reason, actor: vault.actor }),
  })
}

/**
 * Brings them back into use, all or none; a forgotten one is named by its whole id. Throws NOT_FOUND or AMBIGUOUS for a
 * name that is not one record, REFUSED where nothing of a record is in the log any more.
 */
export async function restoreRecords(vault: Vault, input: PutAwayInput): Promise<PutAwayResult> {
  const result = await putAway(vault, 'restore', input, {
    find: (name) => findRestorable(vault, name, input),
    decide: (record) => decideRestoring({ record, reason: input.reason, actor: vault.actor }),
  })
  for (const { id, projectId } of result.records) tellExpired(vault, projectId, id)
  return result
}

interface Deed {
  find: (name: string) => RecordState
  decide: (record: RecordState) => EventDraft[]
}

async function putAway(vault: Vault, label: string, input: PutAwayInput, deed: Deed): Promise<PutAwayResult> {
  const { project: named, cwd, allowSecret } = input
  return write(vault, { label, place: { named, cwd } }, () => {
    const found = new Map(input.names.map(deed.find).map((state) => [`${state.project}/${state.id}`, state]))
    const decided = [...found.values()].map((state) => ({ state, drafts: deed.decide(state) }))
    const written = appendAndFold(
      vault,
      decided.flatMap(({ drafts }) => drafts),
      { allowSecret },
    )
    const records = decided.map(({ state, drafts }) => toPutAway(state, drafts.length > 0))
    return { records, events: written.map(({ id }) => id) }
  })
}

function toPutAway(state: RecordState, changed: boolean): PutAwayRecord {
  const was = isPresent(state) ? statusOf(state) : 'forgotten'
  const title = textOf(state.fields.title) ?? ''
  return { id: state.id, projectId: state.project, kind: kindOf(state), title, was, changed }
}

function findRestorable(vault: Vault, name: string, place: Pick<PutAwayInput, 'project' | 'cwd'>): RecordState {
  const { project, id } = findNamedOrGone(vault, name, place)
  const state = findRecord(vault.projections.db, project, id)?.state
  if (state?.fields.kind !== undefined) return state
  throw new MemoError('REFUSED', `nothing of ${project}/${id} is in the log any more`, {
    hint: 'a backup or the git history of the vault may still have it',
  })
}

/** Brought back and still in no answer: the reader should know why. */
function tellExpired(vault: Vault, project: string, id: string): void {
  const state = findRecord(vault.projections.db, project, id)?.state
  if (state === undefined || !isExpired(vault, state, vault.ports.now())) return
  addNotice(vault, `${id} is restored, but its lifetime is over; "memo upsert --id ${id} --ttl 14d" renews it`)
}
