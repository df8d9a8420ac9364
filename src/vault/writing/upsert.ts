/** Writing a record: what was given is checked, the id found, the decision taken under the lock. */
import { hasModel } from '../../config/has-model.ts'
import { decideUpsert, type UpsertDecision } from '../../events/decide.ts'
import { isPresent, type RecordState } from '../../events/fold.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { MemoError } from '../../lib/errors.ts'
import { findRecord, textOf } from '../../projections/index/record-rows.ts'
import type { ContentFields } from '../../record/schema.ts'
import { parseDuration, toIso } from '../../record/times.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { type Append, appendAndFold } from '../append.ts'
import { type ResolvedProject, registrationOf, resolveProject } from '../project.ts'
import { write } from '../refresh.ts'
import { addNotice, loadReaders, type Vault } from '../vault.ts'
import { loadDropIgnored } from './captured-paths.ts'
import { chooseId } from './choose-id.ts'
import type { CountedWordings } from './counted-wordings.ts'
import type { RecentTraps } from './recent-traps.ts'
import { emptyBody, type RecordDraft, withTitle } from './record-draft.ts'
import { findContext } from './upsert-context.ts'

export interface UpsertResult {
  id: string
  projectId: string
  kind: Kind
  title: string
  changed: boolean
  created: boolean
  recurrence: boolean
  /** Id of the record that this one took the place of. */
  superseded: string | null
  /** Id of the event that says so; null when nothing changed. */
  event: string | null
  /** Path patterns that were dropped, because nothing is remembered about such files; each with the rule. */
  dropped?: string[]
}

export interface UpsertPlace {
  /** From `--project`. */
  project: string | undefined
  cwd: string
  /** Store it even if it holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

/** Writes one record. Throws USAGE, REFUSED or SECRET for what cannot be stored; then nothing is written. */
export async function upsertRecord(vault: Vault, draft: RecordDraft, place: UpsertPlace): Promise<UpsertResult> {
  await loadReaders(vault)
  const { project: named, cwd } = place
  const drop = await loadDropIgnored(vault, cwd, draft.set.pathPatterns !== undefined)
  const result = await write(vault, { label: 'upsert', place: { named, cwd } }, () => {
    const project = resolveProject(vault, { named, cwd })
    return upsertLocked(vault, drop(draft, project), project, (drafts) => appendAndFold(vault, drafts, place))
  })
  if (result.changed && hasModel(vault.config)) {
    const { embedRecord } = await import('../embedding/embed-record.ts')
    await embedRecord(vault, result.projectId, result.id)
  }
  return result
}

/** What a batch knows of itself, because the log or the index does not say it, or not yet. */
export interface Batch {
  /** No wording of a recurrence is counted twice. */
  counted: CountedWordings
  recent: RecentTraps
}

/** The part that runs under the lock, shared with the batch. */
export function upsertLocked(
  vault: Vault,
  given: RecordDraft,
  project: ResolvedProject,
  append: Append,
  batch?: Batch,
): UpsertResult {
  const id = given.id ?? chooseId(vault, project.id, given)
  const current = findRecord(vault.projections.db, project.id, id)?.state
  const draft = isPresent(current) || given.isWhole ? given : withTitle(given)
  assertFits(draft, id, current)
  const now = vault.ports.now()
  const set = renewLifetime(draft.set, current, now)
  const unset = renewed(draft.set, current)
  const state = { current, ...findContext(vault, project.id, draft, current, batch?.recent) }
  const decided = decideUpsert(
    {
      project: project.id,
      id,
      set,
      unset,
      baseline: draft.baseline ?? {},
      now: toIso(now),
      actor: draft.actor ?? vault.actor,
      isSettled: draft.isSettled ?? false,
    },
    state,
  )
  if (given.isNew && isPresent(current) && decided.outcome === 'changed') throw alreadyThere(current)
  const decision = batch === undefined ? decided : withoutRepetition(decided, batch.counted)
  const events = decision.events.length > 0 ? append([...registrationOf(vault, project), ...decision.events]) : []
  const kind = draft.set.kind ?? current?.fields.kind
  if (events.length > 0 && kind === 'trap') batch?.recent.add({ project: project.id, id: decision.id })
  for (const event of events) if (event.type === 'record.recurred') batch?.counted.add(event)
  if (events.length > 0 && draft.dropped !== undefined) {
    addNotice(vault, `dropped from the path patterns of ${decision.id}: ${draft.dropped.join('; ')}`)
  }
  return toResult({
    project: project.id,
    draft,
    before: decision.id === id ? current : state.repeated,
    decision,
    events,
  })
}

function withoutRepetition(decision: UpsertDecision, counted: CountedWordings): UpsertDecision {
  const isRepeated = decision.events.some((event) => event.type === 'record.recurred' && counted.has(event))
  return isRepeated ? { ...decision, outcome: 'unchanged', events: [] } : decision
}

function alreadyThere({ id, fields }: RecordState): MemoError {
  return new MemoError('REFUSED', `there is a ${fields.kind} ${id} already, and it says something else`, {
    hint: `change it with "memo edit ${id}", or give the new one another name with --id`,
  })
}

function assertFits({ set, isWhole }: RecordDraft, id: string, current: RecordState | undefined): void {
  const movedTo = textOf(current?.fields.movedTo)
  if (!isPresent(current)) {
    if (set.kind === undefined) throw withoutKind(id, movedTo)
    if (!isWhole && (set.body ?? '').trim() === '') throw emptyBody()
    return
  }
  if (set.kind !== undefined && set.kind !== current.fields.kind) {
    throw new MemoError('REFUSED', `${id} is a ${textOf(current.fields.kind)}, not a ${set.kind}`, {
      hint: 'choose another --id',
    })
  }
}

function withoutKind(id: string, movedTo: string | undefined): MemoError {
  if (movedTo !== undefined) {
    return new MemoError('USAGE', `the record ${id} was moved to ${movedTo}`, { hint: 'write it under that name' })
  }
  return new MemoError('USAGE', `a new record needs a kind (${id} does not exist yet)`, {
    // Without the flag: searches of an agent take `kinds` where a write takes `kind`.
    hint: 'say its kind, for example note, trap or decision',
  })
}

/** A `ttl` counts from the creation; given for a record that exists, it is meant from now on. */
function renewLifetime(set: ContentFields, current: RecordState | undefined, now: number): ContentFields {
  const duration = set.ttl === undefined ? undefined : parseDuration(set.ttl)
  if (!isPresent(current) || duration === undefined || set.expiresAt !== undefined || set.ttl === current.fields.ttl)
    return set
  return { ...set, expiresAt: toIso(now + duration) }
}

/** A lifetime given as a date takes the place of an expiry that stood there. */
function renewed(set: ContentFields, current: RecordState | undefined): string[] {
  const isDate = set.ttl !== undefined && parseDuration(set.ttl) === undefined
  return isDate && set.expiresAt === undefined && current?.fields.expiresAt !== undefined ? ['expiresAt'] : []
}

interface ResultInput {
  project: string
  draft: RecordDraft
  /** The record that the decision was about, as it was before. */
  before: RecordState | undefined
  decision: UpsertDecision
  events: StoredEvent[]
}

function toResult({ project, draft, before, decision, events }: ResultInput): UpsertResult {
  const isWritten = decision.outcome === 'created' || decision.outcome === 'changed'
  const said = isWritten ? { ...before?.fields, ...draft.set } : before?.fields
  const main = events.find(({ type }) => type !== 'project.registered')
  return {
    id: decision.id,
    projectId: project,
    kind: (textOf(said?.kind) ?? 'note') as Kind,
    title: textOf(said?.title) ?? '',
    changed: decision.outcome !== 'unchanged',
    created: decision.outcome === 'created',
    recurrence: decision.outcome === 'recurred',
    superseded: decision.superseded ?? null,
    event: main?.id ?? null,
    ...(draft.dropped !== undefined && { dropped: draft.dropped }),
  }
}
