/**
 * A record under another id or in another project. Pure. Events name a record by project and id, and the fold adds them up by
 * that name alone, so a move is a new record that says where it comes from, and an old one that says where it went. The
 * counters go along as a baseline, and what other records say of the old name follows.
 */
import { isDeepStrictEqual } from 'node:util'
import { MemoError } from '../lib/errors.ts'
import { retargetBodyLinks } from '../record/body-links.ts'
import { fromRecordKey, isSameRecord, type RecordKey, toRecordKey } from '../record/record-key.ts'
import type { Baseline, ContentFields, Link } from '../record/schema.ts'
import type { Actor } from '../record/vocabulary.ts'
import { countersOf } from './counters.ts'
import { emptyRecord, isPresent, type RecordState } from './fold.ts'
import type { EventDraft } from './schema.ts'

export interface MoveCommand {
  /** The record as it is. */
  record: RecordState
  to: RecordKey
  actor: Actor
}

export interface MoveState {
  /** What has the new name: nothing, or a record that was forgotten or moved on. */
  past: RecordState | undefined
  /** Where what had the new name went from there, move by move. */
  pastMoves: readonly RecordKey[]
  /** The records that name the one that moves. */
  referrers: readonly RecordState[]
  /** Whether a name is that of a record that is there. */
  isRecord: (key: RecordKey) => boolean
}

export interface MoveDecision {
  drafts: EventDraft[]
  /** The records whose links follow. */
  followed: RecordKey[]
}

/** Throws REFUSED where the new name is taken, or was that of another record. */
export function decideMove({ record, to, actor }: MoveCommand, state: MoveState): MoveDecision {
  const { past, pastMoves, referrers, isRecord } = state
  assertFree(record, to, past, pastMoves)
  const from: RecordKey = { project: record.project, id: record.id }
  const mine = relabel({ record, from, to, home: to.project, isRecord })
  const others = referrers
    .filter((other) => !isSameRecord(other, from))
    .flatMap((other) => follow(other, relabel({ record: other, from, to, home: other.project, isRecord })))
  const drafts: EventDraft[] = [
    { actor, type: 'record.upserted', data: { ...to, ...arrival(record, mine, past) } },
    ...others.map(({ key, set }) => ({ actor, type: 'record.upserted' as const, data: { ...key, set } })),
    ...departure(record, to).map((body) => ({ actor, ...body })),
  ]
  return { drafts, followed: others.map(({ key }) => key) }
}

function assertFree(
  record: RecordState,
  to: RecordKey,
  past: RecordState | undefined,
  pastMoves: readonly RecordKey[],
): void {
  const name = `${to.project}/${to.id}`
  const isUnused = past === undefined || Object.keys(past.stamps).length === 0
  const isOwn =
    past?.fields.movedFrom === `${record.project}/${record.id}` || pastMoves.some((key) => isSameRecord(key, record))
  if (isSameRecord(record, to)) throw new MemoError('REFUSED', `${name} is where the record is`)
  if (isPresent(past)) {
    throw new MemoError('REFUSED', `there is a record ${name} already`, { hint: 'choose another --id' })
  }
  // The counters of a name stay with it: only the record that they are of may take it again.
  if (isUnused || isOwn) return
  throw new MemoError('REFUSED', `${name} was the name of another record`, {
    hint: 'choose another --id; "memo history" tells what it was',
  })
}

interface Relabelling {
  record: RecordState
  from: RecordKey
  to: RecordKey
  /** The project of the record that holds the names, from now on. */
  home: string
  isRecord: (key: RecordKey) => boolean
}

/** The fields as they must read after the move: the new name for the old, and every other name meaning what it meant. */
function relabel({ record, from, to, home, isRecord }: Relabelling): ContentFields {
  const rename = (written: string): string => {
    const meant = toRecordKey(written, record.project)
    if (isSameRecord(meant, from)) return fromRecordKey(to, home)
    return home !== record.project && isRecord(meant) ? fromRecordKey(meant, home) : written
  }
  const { body, links, evidence, supersedes, supersededBy } = record.fields
  return {
    ...record.fields,
    ...(typeof body === 'string' && { body: retargetBodyLinks(body, rename) }),
    ...(Array.isArray(links) && {
      links: (links as Link[]).map((link) => ({ ...link, target: rename(link.target) })),
    }),
    ...(Array.isArray(evidence) && { evidence: (evidence as string[]).map(rename) }),
    ...(typeof supersedes === 'string' && { supersedes: rename(supersedes) }),
    ...(typeof supersededBy === 'string' && { supersededBy: rename(supersededBy) }),
  }
}

interface Followed {
  key: RecordKey
  set: ContentFields
}

/** Its content did not change, so neither does the time of its last change. */
function follow({ project, id, fields }: RecordState, relabelled: ContentFields): Followed[] {
  const changed = Object.entries(relabelled).filter(([name, value]) => !isDeepStrictEqual(value, fields[name]))
  if (changed.length === 0) return []
  const { updated } = fields
  const set = { ...Object.fromEntries(changed), ...(typeof updated === 'string' && { updated }) }
  return [{ key: { project, id }, set }]
}

function arrival(record: RecordState, fields: ContentFields, past: RecordState | undefined) {
  const { movedTo: _, ...kept } = fields
  const set: ContentFields = { ...kept, movedFrom: `${record.project}/${record.id}` }
  const unset = Object.keys(past?.fields ?? {}).filter((name) => !Object.hasOwn(set, name))
  return { set, ...(unset.length > 0 && { unset }), baseline: baselineFor(record, past) }
}

/**
 * What the record has counted, less what the events of its new name count already: it may have had that name before.
 * The outcome is an average into which each rating goes in turn, and so is a straight line in what it starts from.
 */
function baselineFor(record: RecordState, past: RecordState = emptyRecord('', '')): Baseline {
  const wanted = countersOf(record)
  const own = countersOf({ ...past, baseline: {} })
  const { lastHit, lastSeen, lastFeedback, outcome } = wanted
  const baseline: { [counter in keyof Baseline]: Baseline[counter] | undefined } = {
    hits: Math.max(0, wanted.hits - own.hits) || undefined,
    occurrences: wanted.occurrences > own.occurrences ? wanted.occurrences - own.occurrences + 1 : undefined,
    helpful: Math.max(0, wanted.helpful - own.helpful) || undefined,
    stale: Math.max(0, wanted.stale - own.stale) || undefined,
    ...{ lastHit, lastSeen, lastFeedback, outcome: outcome === undefined ? undefined : startOf(outcome, past) },
  }
  return Object.fromEntries(Object.entries(baseline).filter(([, value]) => value !== undefined))
}

function startOf(outcome: number, past: RecordState): number {
  const from = (start: number): number => countersOf({ ...past, baseline: { outcome: start } }).outcome ?? start
  const [low, high] = [from(0), from(1)]
  return Math.min(1, Math.max(-1, (outcome - low) / (high - low)))
}

/** It keeps its fields: a clone that has not heard of the move may still write there, and finds the whole record. */
function departure({ project, id, fields }: RecordState, to: RecordKey) {
  const movedTo = `${to.project}/${to.id}`
  const { updated } = fields
  const set: ContentFields = { movedTo, ...(typeof updated === 'string' && { updated }) }
  return [
    { type: 'record.upserted' as const, data: { project, id, set } },
    { type: 'record.forgotten' as const, data: { project, id, reason: `moved to ${movedTo}` } },
  ]
}
