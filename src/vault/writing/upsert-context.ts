/** What a decision to write must know of other records: a trap that this one repeats, the one that it takes the place of. */
import { isPresent, type RecordState } from '../../events/fold.ts'
import { findById, findTrapsLike } from '../../projections/index/find-records.ts'
import { findRecord, listOf, textOf } from '../../projections/index/record-rows.ts'
import { recurrenceOf, tokenSet } from '../../record/overlap.ts'
import type { ContentFields } from '../../record/schema.ts'
import { findForgotten } from '../reading/find-forgotten.ts'
import { toForgotten } from '../reading/find-named.ts'
import type { Vault } from '../vault.ts'
import type { RecentTraps } from './recent-traps.ts'
import type { RecordDraft } from './record-draft.ts'

export interface UpsertContext {
  /** An active trap that this new one repeats. */
  repeated: RecordState | undefined
  /** The record that it takes the place of. */
  superseded: RecordState | undefined
  /** Records that took its own place, one after another: none of them can be superseded by it. */
  successors: string[]
}

/** Throws NOT_FOUND where what is to be superseded was forgotten. */
export function findContext(
  vault: Vault,
  project: string,
  draft: RecordDraft,
  current: RecordState | undefined,
  recent?: RecentTraps,
): UpsertContext {
  const superseded = findSuperseded(vault, project, draft, current)
  return {
    repeated: isFreshTrap(draft, current) ? findRepeated(vault, project, draft, recent) : undefined,
    superseded,
    successors: superseded === undefined ? [] : findSuccessors(vault, current),
  }
}

/** Traps that share telling words are looked at one by one by the rule of recurrence; long words tell more. */
const likelyTraps = 6
const likelyWords = 5

function isFreshTrap({ set, isDistinct }: RecordDraft, current: RecordState | undefined): boolean {
  return !isDistinct && set.kind === 'trap' && set.supersedes === undefined && !isPresent(current)
}

function findRepeated(vault: Vault, project: string, { set }: RecordDraft, recent: RecentTraps | undefined) {
  const fresh = toRecurring(set)
  const words = [...tokenSet(`${fresh.title} ${fresh.body}`)].sort((a, b) => b.length - a.length).slice(0, likelyWords)
  const recurs = recurrenceOf(fresh)
  const isRepeated = (trap: RecordState): boolean => recurs(toRecurring(trap.fields))
  const stored = findTrapsLike(vault.projections.db, words, project, likelyTraps).find(isRepeated)
  return stored ?? recent?.find(words, project).find(isRepeated)
}

function toRecurring(fields: ContentFields) {
  return { patterns: listOf(fields.pathPatterns), title: textOf(fields.title) ?? '', body: textOf(fields.body) ?? '' }
}

function findSuperseded(
  vault: Vault,
  project: string,
  { set, isSettled }: RecordDraft,
  current: RecordState | undefined,
): RecordState | undefined {
  if (set.supersedes === undefined || isSettled) return undefined
  const [found] = findById(vault.projections.db, set.supersedes, project)
  const isSaidAlready = isPresent(current) && current.fields.supersedes === set.supersedes
  const gone = found === undefined && !isSaidAlready ? findForgotten(vault, set.supersedes, project) : undefined
  if (gone !== undefined) throw toForgotten(gone)
  return found
}

function findSuccessors(vault: Vault, record: RecordState | undefined): string[] {
  const found: string[] = []
  let next = textOf(record?.fields.supersededBy)
  while (record !== undefined && next !== undefined && !found.includes(next)) {
    found.push(next)
    next = textOf(findRecord(vault.projections.db, record.project, next)?.state.fields.supersededBy)
  }
  return found
}
