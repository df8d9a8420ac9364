/** From an item to what is to be written: our words for its fields, its links pointed at records, its times and counters. */
import { changedFields } from '../../events/decide.ts'
import { isPresent, type RecordState } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { isId } from '../../record/ids.ts'
import type { JsonValue } from '../../record/json-value.ts'
import { firstTitle } from '../../record/outline.ts'
import { parseInstant, toIso } from '../../record/times.ts'
import { closedStatuses, type Kind } from '../../record/vocabulary.ts'
import { type DraftLimits, type RecordDraft, toRecordDraft } from '../writing/record-draft.ts'
import { toImportedFields } from './imported-fields.ts'
import { pointBodyLinks, pointLinks } from './link-targets.ts'
import type { Place } from './name-index.ts'
import type { Plan } from './plan.ts'
import type { ImportedRecord, RecordItem } from './source.ts'
import { findWholeFields, toWholeDraft } from './whole-draft.ts'

export interface DraftContext {
  plan: Plan
  limits: DraftLimits
  /** The kind that a rule says. */
  mapped: Kind | undefined
  /** The kind of what does not say. */
  kind: Kind
  ownIds: boolean
  /** Whether the project has such a record, among those that do not arrive. */
  isStored(id: string): boolean
  state: RecordState | undefined
  /** Nothing has changed the record here since it was imported. */
  isUntouched: boolean
  drop: (draft: RecordDraft) => RecordDraft
}

export interface ItemDraft {
  draft: RecordDraft
  /** Names that it links to and that are not there. */
  missing: string[]
}

/** Throws USAGE or REFUSED for what cannot be a record, and for what would replace something newer. */
export function toItemDraft(item: RecordItem, place: Place, context: DraftContext): ItemDraft {
  const { state, ownIds, limits, drop, mapped } = context
  const whole = findWholeFields(item, place)
  if (whole !== undefined && (mapped ?? whole.fields.kind) === whole.fields.kind) {
    const { isSettled } = toOrder(item.record, place, context)
    const draft = { ...drop(toWholeDraft(whole, place.id, limits)), isSettled }
    return { draft: isPresent(state) ? mergeable(draft, state, changeTime(item, draft, true)) : draft, missing: [] }
  }
  const { fields, baseline, missing, isSettled } = toFields(item, place, context)
  const checked = drop(toRecordDraft(place.id, fields, limits))
  const isDistinct = !ownIds || item.record.id !== undefined
  const draft: RecordDraft = { ...checked, ...baseline, actor: 'import', isDistinct, isSettled }
  if (!isPresent(state) || context.isUntouched) return { draft, missing }
  return { draft: mergeable(draft, state, changeTime(item, draft, ownIds)), missing }
}

function toFields(item: RecordItem, place: Place, context: DraftContext) {
  const { plan, state, mapped, kind } = context
  const { body, links, supersedes: _, supersededBy: __, ...record } = item.record
  const { known, foreign, baseline } = toImportedFields(dense(record))
  const text = pointBodyLinks(body, place.project, plan.resolve)
  const linked = pointLinks(links ?? [], place.project, plan.resolve)
  const order = toOrder(item.record, place, context)
  const imported = { ...(known.imported as object | undefined), ...foreign.imported, ...order.unknown }
  const fields = {
    title: firstTitle(body) ?? place.id,
    ...(!isPresent(state) && timesOf(item)),
    origin: item.origin,
    source: 'import',
    ...known,
    ...order.known,
    kind: mapped ?? known.kind ?? kind,
    ...(linked.value.length > 0 && { links: linked.value }),
    ...(Object.keys(imported).length > 0 && { imported }),
    body: text.value,
  }
  return { fields, baseline, missing: [...text.missing, ...linked.missing], isSettled: order.isSettled }
}

function dense(record: { [field: string]: JsonValue | undefined }): { [field: string]: JsonValue } {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * What took the place of what. Where both arrive neither needs closing, and the dates of both stay; a record of ours keeps
 * what it says, whether or not the other one is there.
 */
function toOrder({ supersedes, supersededBy, status }: ImportedRecord, place: Place, context: DraftContext) {
  const { ownIds, isStored } = context
  const find = (name: string | undefined): string | undefined => findOther(name, place, context.plan)
  const older = find(supersedes)
  const newer = find(supersededBy) ?? context.plan.findSuccessor(place)
  const isThere = older === undefined && supersedes !== undefined && isId(supersedes) && isStored(supersedes)
  const before = older ?? (ownIds || isThere ? supersedes : undefined)
  const after = newer ?? (ownIds ? supersededBy : undefined)
  const isClosed = closedStatuses.some((name) => name === status)
  return {
    isSettled: !isThere,
    known: {
      ...(before !== undefined && { supersedes: before }),
      ...(after !== undefined && { supersededBy: after }),
      ...(newer !== undefined && !isClosed && { status: 'superseded' }),
    },
    unknown: {
      ...(before === undefined && supersedes !== undefined && { supersedes }),
      ...(after === undefined && supersededBy !== undefined && { supersededBy }),
    },
  }
}

function findOther(name: string | undefined, { project, id }: Place, plan: Plan): string | undefined {
  const found = name === undefined ? undefined : plan.resolve(name, project)
  return found?.project === project && found.id !== id ? found.id : undefined
}

/** The times of a record that is there already are its own: a file that was only touched changes nothing. */
function timesOf({ changedAt }: RecordItem): { created?: string; updated?: string } {
  return changedAt === undefined ? {} : { created: toIso(changedAt), updated: toIso(changedAt) }
}

/** The copy of a record of ours says when that was changed; of anything else its source knows better. */
function changeTime({ record, changedAt }: RecordItem, { set }: RecordDraft, ownIds: boolean): number | undefined {
  const said = set.updated === undefined ? undefined : parseInstant(set.updated)
  const isCopy = ownIds && record.id !== undefined && isId(record.id)
  return isCopy ? (said ?? changedAt) : (changedAt ?? said)
}

/** Throws REFUSED for what says something else than its record and is not newer: neither may replace the other. */
function mergeable(draft: RecordDraft, state: RecordState, changed: number | undefined): RecordDraft {
  const { fields } = state
  if (changed !== undefined && changed > (parseInstant(String(fields.updated)) ?? 0)) return draft
  const { updated: _, created: __, ...set } = draft.set
  if (Object.keys(changedFields(set, state)).length === 0) return { ...draft, set }
  throw new MemoError(
    'REFUSED',
    `the record ${state.id} was changed at ${fields.updated}, after the file; both are kept`,
    { hint: 'take what is in the file over into the record' },
  )
}
