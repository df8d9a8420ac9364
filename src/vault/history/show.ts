/** One record as it was after an event or by a time, and what differs between two such moments. */

import { emptyRecord, foldRecord, isPresent, type RecordState } from '../../events/fold.ts'
import { type FieldChange, fieldChanges } from '../../events/history.ts'
import { MemoError } from '../../lib/errors.ts'
import { diffLines } from '../../lib/line-diff.ts'
import { textOf } from '../../projections/index/record-rows.ts'
import { type GotRecord, toGot } from '../reading/get.ts'
import type { Vault } from '../vault.ts'
import { reading } from './as-of.ts'
import { type Cut, type Moment, toCut } from './moment.ts'
import { findPastRecord, foldableOf, type PastRecord, type Place } from './past-record.ts'

export interface ShowInput extends Place {
  /** The record, as for `get`. */
  name: string
  moment: Moment
}

export interface ShowResult {
  record: GotRecord
  /** The instant that was asked for, or that of the event; missing for now. */
  at?: string
  /** The event that was asked for. */
  event?: string
  stale: boolean
}

/**
 * The record after everything up to the moment. Counts no use. Throws NOT_FOUND or AMBIGUOUS for a name that is not one
 * record and for one that was not there then.
 */
export async function showRecord(vault: Vault, { name, moment, ...place }: ShowInput): Promise<ShowResult> {
  return reading(vault, { scan: 'bounded' }, async ({ stale }) => {
    const record = await findServed(vault, name, place)
    const cut = await toCut(vault, moment)
    const state = stateAt(record, cut)
    if (!isPresent(state)) throw wasNotThere(record, state, cut)
    return { record: toGot(vault, state, { now: cut.now, lines: undefined }), ...cut.told, stale }
  })
}

export interface DiffInput extends Place {
  name: string
  from: Moment
  to: Moment
}

export interface DiffSide {
  /** False before it was written, and while it was forgotten. */
  present: boolean
  at?: string
  event?: string
}

export interface DiffResult {
  id: string
  projectId: string
  from: DiffSide
  to: DiffSide
  changes: FieldChange[]
  /** Of the text: the hunks of a unified diff; empty where it is the same. */
  bodyDiff: string
  stale: boolean
}

/** What differs from one moment to another. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function diffRecord(vault: Vault, { name, from, to, ...place }: DiffInput): Promise<DiffResult> {
  return reading(vault, { scan: 'bounded' }, async ({ stale }) => {
    const record = await findServed(vault, name, place)
    const cuts = [await toCut(vault, from), await toCut(vault, to)] as const
    const [before, after] = [shownAt(record, cuts[0]), shownAt(record, cuts[1])]
    return {
      id: record.id,
      projectId: record.project,
      from: { present: isPresent(before), ...cuts[0].told },
      to: { present: isPresent(after), ...cuts[1].told },
      changes: fieldChanges(before, after),
      bodyDiff: diffLines(textOf(before.fields.body) ?? '', textOf(after.fields.body) ?? ''),
      stale,
    }
  })
}

/** What is forgotten now is in no answer, of no time. */
async function findServed(vault: Vault, name: string, place: Place): Promise<PastRecord> {
  const record = await findPastRecord(vault, name, place)
  if (!record.isForgotten) return record
  throw new MemoError('NOT_FOUND', `the record ${record.project}/${record.id} was forgotten`, {
    hint: `"memo history ${record.project}/${record.id}" says when and by whom`,
  })
}

function stateAt(record: PastRecord, cut: Cut): RecordState {
  const state = foldRecord(record, foldableOf(record).filter(cut.holds))
  return isPresent(state) || record.earlier === undefined ? state : stateAt(record.earlier, cut)
}

function shownAt(record: PastRecord, cut: Cut): RecordState {
  const state = stateAt(record, cut)
  return isPresent(state) ? state : emptyRecord(record.project, record.id)
}

function wasNotThere({ project, id, events }: PastRecord, { gone }: RecordState, { told }: Cut): MemoError {
  const when = told.event ?? told.at ?? 'now'
  if (gone) return new MemoError('NOT_FOUND', `the record ${project}/${id} was forgotten as of ${when}`)
  return new MemoError('NOT_FOUND', `there was no record ${project}/${id} as of ${when}`, {
    hint: `its first event is ${events[0]?.id ?? 'not there'}, of ${events[0]?.at ?? 'no time'}`,
  })
}
