/** Writing a record: what was given is checked, the id found, the decision taken under the lock. */
import { decideUpsert, type UpsertDecision } from '../events/decide.ts'
import { isPresent, type RecordState } from '../events/fold.ts'
import type { StoredEvent } from '../events/schema.ts'
import { MemoError } from '../lib/errors.ts'
import { findById, findByTitle, findTrapsLike } from '../projections/index/find-records.ts'
import { findRecord, listOf, textOf } from '../projections/index/record-rows.ts'
import { slugify, withSuffix } from '../record/ids.ts'
import { isRecurrence, tokenSet } from '../record/overlap.ts'
import type { ContentFields } from '../record/schema.ts'
import { parseDuration, toIso } from '../record/times.ts'
import type { Kind } from '../record/vocabulary.ts'
import { type Append, appendAndFold } from './append.ts'
import type { CountedWordings } from './counted-wordings.ts'
import { type ResolvedProject, registrationOf, resolveProject } from './project.ts'
import { type RecordDraft, withTitle } from './record-draft.ts'
import { write } from './refresh.ts'
import { loadReaders, type Vault } from './vault.ts'

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
}

export interface UpsertPlace {
  /** From `--project`. */
  project: string | undefined
  cwd: string
}

/** Writes one record. Throws USAGE or REFUSED for what cannot be stored; then nothing is written. */
export async function upsertRecord(vault: Vault, draft: RecordDraft, place: UpsertPlace): Promise<UpsertResult> {
  await loadReaders(vault)
  const { id: hint } = resolveProject(vault, { named: place.project, cwd: place.cwd })
  return write(vault, { label: 'upsert', project: hint }, () => {
    const project = resolveProject(vault, { named: place.project, cwd: place.cwd })
    return upsertLocked(vault, draft, project, (drafts) => appendAndFold(vault, drafts))
  })
}

/** The part that runs under the lock, shared with the batch, which counts no wording of a recurrence twice. */
export function upsertLocked(
  vault: Vault,
  given: RecordDraft,
  project: ResolvedProject,
  append: Append,
  counted?: CountedWordings,
): UpsertResult {
  const id = given.id ?? chooseId(vault, project.id, given)
  const current = findRecord(vault.projections.db, project.id, id)?.state
  const draft = isPresent(current) ? given : withTitle(given)
  assertFits(draft, id, current)
  const set = renewLifetime(draft.set, current, vault.ports.now())
  const decided = decideUpsert(
    {
      project: project.id,
      id,
      set,
      unset: renewed(draft.set, current),
      baseline: draft.baseline ?? {},
      now: toIso(vault.ports.now()),
      actor: draft.actor ?? vault.actor,
    },
    {
      current,
      repeated: findRepeated(vault, project.id, draft, current),
      superseded: findSuperseded(vault, project.id, draft),
    },
  )
  const decision = counted === undefined ? decided : withoutRepetition(decided, counted)
  const events = decision.events.length > 0 ? append([...registrationOf(vault, project), ...decision.events]) : []
  return toResult(vault, project.id, decision, events)
}

function withoutRepetition(decision: UpsertDecision, counted: CountedWordings): UpsertDecision {
  const isRepeated = decision.events.some((event) => event.type === 'record.recurred' && !counted.add(event))
  return isRepeated ? { ...decision, outcome: 'unchanged', events: [] } : decision
}

/** An id from the title: free, or of the record that has this very title; a number is added while another one has it. */
function chooseId(vault: Vault, project: string, draft: RecordDraft): string {
  const title = textOf(draft.set.title)
  if (title === undefined) throw new MemoError('USAGE', 'a record needs a title or a body to take one from')
  const slug = slugify(title)
  const same = findByTitle(vault.projections.db, title, project).find((state) => isSameRecord(state, draft))
  if (same !== undefined) return same.id
  for (let n = 1; ; n++) {
    const id = n === 1 ? slug : withSuffix(slug, n)
    const taken = findRecord(vault.projections.db, project, id)?.state
    if (!isPresent(taken) || (isSameTitle(taken, title) && isSameRecord(taken, draft) && hasSameText(taken, draft)))
      return id
  }
}

/** `Cache plan` and `cache plan` are two records, unless their text is the same too. */
function isSameTitle(state: RecordState, title: string): boolean {
  return textOf(state.fields.title)?.trim().toLowerCase() === title.trim().toLowerCase()
}

function isSameRecord({ fields }: RecordState, { set }: RecordDraft): boolean {
  return set.kind === undefined || fields.kind === set.kind
}

function hasSameText(state: RecordState, { set }: RecordDraft): boolean {
  const flat = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
  return flat(textOf(state.fields.body)) === flat(textOf(set.body))
}

function assertFits({ set }: RecordDraft, id: string, current: RecordState | undefined): void {
  if (!isPresent(current)) {
    if (set.kind === undefined)
      throw new MemoError('USAGE', `a new record needs a kind (${id} does not exist yet)`, {
        hint: 'add --kind, for example --kind note',
      })
    if (textOf(set.body)?.trim() === undefined || textOf(set.body)?.trim() === '')
      throw new MemoError('USAGE', 'the body is empty', { hint: 'give --body, --body-file, or text on standard input' })
    return
  }
  if (set.kind !== undefined && set.kind !== current.fields.kind) {
    throw new MemoError('REFUSED', `${id} is a ${textOf(current.fields.kind)}, not a ${set.kind}`, {
      hint: 'choose another --id',
    })
  }
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

/** Traps that share telling words are looked at one by one by the rule of recurrence; long words tell more. */
const likelyTraps = 20
const likelyWords = 16

function findRepeated(vault: Vault, project: string, { set }: RecordDraft, current: RecordState | undefined) {
  if (set.kind !== 'trap' || set.supersedes !== undefined || isPresent(current)) return undefined
  const fresh = toRecurring(set)
  const words = [...tokenSet(`${fresh.title} ${fresh.body}`)].sort((a, b) => b.length - a.length).slice(0, likelyWords)
  const traps = findTrapsLike(vault.projections.db, words, project, likelyTraps)
  return traps.find((trap) => isRecurrence(fresh, toRecurring(trap.fields)))
}

function toRecurring(fields: ContentFields) {
  return { patterns: listOf(fields.pathPatterns), title: textOf(fields.title) ?? '', body: textOf(fields.body) ?? '' }
}

function findSuperseded(vault: Vault, project: string, { set }: RecordDraft): RecordState | undefined {
  if (set.supersedes === undefined) return undefined
  return findById(vault.projections.db, set.supersedes, project)[0]
}

function toResult(vault: Vault, project: string, decision: UpsertDecision, events: StoredEvent[]): UpsertResult {
  const state = findRecord(vault.projections.db, project, decision.id)?.state
  const main = events.find(({ type }) => type !== 'project.registered')
  return {
    id: decision.id,
    projectId: project,
    kind: (textOf(state?.fields.kind) ?? 'note') as Kind,
    title: textOf(state?.fields.title) ?? '',
    changed: decision.outcome !== 'unchanged',
    created: decision.outcome === 'created',
    recurrence: decision.outcome === 'recurred',
    superseded: decision.superseded ?? null,
    event: main?.id ?? null,
  }
}
