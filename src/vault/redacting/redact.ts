/**
 * Taking the text of a record out of the vault for good. The event that says so is the commit point; what it asks for is
 * done when the vault is brought up, here and in every clone that meets it.
 */
import { decideRedaction, decideWordingRedaction, type NameWithEvents } from '../../events/decide-redaction.ts'
import { isPresent, redactedRegister } from '../../events/fold.ts'
import type { LogEvent } from '../../events/newest-first.ts'
import type { EventDraft } from '../../events/schema.ts'
import { MemoError } from '../../lib/errors.ts'
import { isRedaction, listOutbox } from '../../projections/index/outbox.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { isSameRecord, type RecordKey, toRecordKey } from '../../record/record-key.ts'
import { appendAndFold } from '../append.ts'
import { loadForBringUp } from '../bring-up.ts'
import {
  findNamedOrGone,
  type NamedRecord,
  type PastRecord,
  type Place,
  readPastRecord,
} from '../history/past-record.ts'
import { resolveProject } from '../project.ts'
import { refresh, withIndexRecovery, write } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { type ForgetInput, type ForgetResult, type Forgettable, toForgettable } from '../writing/forget.ts'
import { type Cleaning, listCleanings } from './cleanings.ts'

export interface Redacted {
  /** Events that have no text any more. */
  events: number
  /** The record is still there, with what it says now. */
  kept: boolean
  /** Nothing is left to do in this vault; else the next command goes on. */
  complete: boolean
  /** What memo cannot clean: where the text may be still, and how to take it out there. */
  elsewhere: Cleaning[]
}

export interface RedactInput extends ForgetInput {
  /** Keep what the record says now, and take only what it said before out. */
  keepsCurrent: boolean
}

/** What would be redacted, also of a forgotten record. Throws as `redactRecord`. */
export async function findRedactable(vault: Vault, name: string, place: Place): Promise<Forgettable> {
  await refresh(vault, 'bounded')
  return withIndexRecovery(vault, async () => toForgettable(vault, findExact(vault, name, place)))
}

/**
 * Redacts one record. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record, USAGE unless it is the whole id, and
 * REFUSED where there is nothing to take out.
 */
export async function redactRecord(vault: Vault, input: RedactInput): Promise<ForgetResult> {
  await loadForBringUp(vault)
  const { name, project, cwd, keepsCurrent, allowSecret } = input
  const done = await write(vault, { label: 'forget --redact', place: { named: project, cwd } }, () => {
    const found = findExact(vault, name, { project, cwd })
    const drafts = decide(vault, found, input)
    const { title, ...named } = toForgettable(vault, found)
    const [event] = appendAndFold(vault, drafts, { allowSecret: allowSecret === true || keepsCurrent })
    if (event === undefined) throw nothingLeft(found, keepsCurrent)
    return { ...named, title: keepsCurrent ? title : '', event: event.id, events: countRedacted(drafts) }
  })
  const { events, ...told } = done
  const complete = !listOutbox(vault.projections.db).some(isRedaction)
  return { ...told, redacted: { events, kept: keepsCurrent, complete, elsewhere: await listCleanings(vault) } }
}

/** What cannot be undone is not done to what a shortened name, a path or a title happens to mean. */
function findExact(vault: Vault, name: string, place: Place): NamedRecord {
  const asked = toRecordKey(name, resolveProject(vault, { named: place.project, cwd: place.cwd }).id)
  const found = findRemains(vault, asked) ?? findNamedOrGone(vault, name, place)
  // An id alone means this project: `get` takes the only record of that id anywhere, and another's is not to be destroyed.
  if (isSameRecord(found, asked)) return found
  throw new MemoError('USAGE', `what is to be redacted must be named by its whole id, and ${name} is none`, {
    hint: `say ${found.project}/${found.id}, if that is meant`,
  })
}

/**
 * What is no record any more, and has to be looked for before what else has its id: one that was forgotten, and what another
 * clone wrote after a redaction that it had not heard of. One that has moved is asked for by its new name.
 */
function findRemains(vault: Vault, { project, id }: RecordKey): NamedRecord | undefined {
  const state = findRecord(vault.projections.db, project, id)?.state
  if (state === undefined || state.fields.movedTo !== undefined) return undefined
  const isRemains = (state.gone || state.stamps[redactedRegister] !== undefined) && !isPresent(state)
  return isRemains ? { project, id, isForgotten: true } : undefined
}

function decide(vault: Vault, found: NamedRecord, { keepsCurrent, reason }: RedactInput): EventDraft[] {
  const record = findRecord(vault.projections.db, found.project, found.id)?.state
  const names = namesOf(vault, readPastRecord(vault, found))
  const { actor } = vault
  if (!keepsCurrent) return decideRedaction({ names, actor, reason })
  return isPresent(record) ? decideWordingRedaction({ names, actor, record }) : []
}

/** Its name, and those that it had. One that is there again without having been made anew is a record of its own. */
function namesOf(vault: Vault, { earlier, ...record }: PastRecord): NameWithEvents[] {
  if (earlier === undefined) return [record]
  const [before, ...others] = namesOf(vault, earlier)
  if (before === undefined) return [record]
  const events = untilReuse(before.events, `${record.project}/${record.id}`)
  if (events !== undefined) return [record, { ...before, events, isReused: true }, ...others]
  const isOther = isPresent(findRecord(vault.projections.db, before.project, before.id)?.state)
  return [record, ...(isOther ? [] : [before]), ...others]
}

/** The events under a name before another record was made there; undefined where none was since it moved away. */
function untilReuse(events: readonly LogEvent[], movedTo: string): LogEvent[] | undefined {
  const sets = events.map((event) => (event.type === 'record.upserted' ? event.data?.set : undefined))
  const leaving = sets.findLastIndex((set) => set?.movedTo === movedTo)
  const making = sets.findIndex((set, index) => leaving !== -1 && index > leaving && set?.kind !== undefined)
  return making === -1 ? undefined : events.slice(0, making)
}

function countRedacted(drafts: readonly EventDraft[]): number {
  return drafts.flatMap((draft) => (draft.type === 'record.redacted' ? draft.data.events : [])).length
}

function nothingLeft({ project, id }: NamedRecord, keepsCurrent: boolean): MemoError {
  const what = keepsCurrent ? 'has no earlier wording' : 'has no text in the log any more'
  return new MemoError('REFUSED', `${project}/${id} ${what}`)
}
