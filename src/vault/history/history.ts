/** Everything that happened to a record: when, through whom, what it changed, and which commit holds it. */
import { type FieldChange, fieldChanges, type Overwritten, type Step, toSteps } from '../../events/history.ts'
import { byOrder } from '../../events/merge-writers.ts'
import type { LogEvent } from '../../events/newest-first.ts'
import { diffLines } from '../../lib/line-diff.ts'
import { textOf } from '../../projections/index/record-rows.ts'
import type { Actor } from '../../record/vocabulary.ts'
import type { Vault } from '../vault.ts'
import { reading } from './as-of.ts'
import { findPastRecord, foldableOf, type PastRecord, type Place } from './past-record.ts'
import { pickSaid, type Said, saidOfRecord } from './said.ts'

/** For those who show it. */
export type { FieldChange } from '../../events/history.ts'

export interface HistoryInput extends Place {
  /** The record, as for `get`; one that was forgotten by its whole id. */
  name: string
  limit: number
  /** Does not ask git, which is another process and takes its time. */
  withoutCommits?: true
}

/** The commit of the vault's repository that brought an event. */
export interface EventCommit {
  hash: string
  at: string
  subject: string
}

export interface HistoryEntry {
  event: string
  type: string
  at: string
  actor: Actor
  writer: string
  seq: number
  /** What was said with it: how a record was used, what had been searched for, a rating, a reason … */
  said: Said
  changes: FieldChange[]
  /** Of the text: the hunks of a unified diff. */
  bodyDiff?: string
  /** Fields that another clone wrote next. */
  overwritten: Overwritten[]
  commit?: EventCommit
  /** `project/id` of the record then, if it was moved since. */
  under?: string
  /** The data was taken out of the log, or is of a later version. */
  withoutData?: true
}

export interface HistoryResult {
  id: string
  projectId: string
  /** Set for a record that is out of every answer; its entries then tell nothing that it held. */
  forgotten?: { event: string; at: string; actor: Actor; writer: string }
  /** Newest first. */
  entries: HistoryEntry[]
  /** How many older events there are. */
  older: number
  stale: boolean
}

/** Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function getHistory(
  vault: Vault,
  { name, limit, withoutCommits, ...place }: HistoryInput,
): Promise<HistoryResult> {
  return reading(vault, { scan: 'bounded' }, async ({ stale }) => {
    const record = await findPastRecord(vault, name, place)
    const { project: projectId, id, isForgotten } = record
    const happened = listHappened(record)
    const shown = happened.slice(-limit).reverse()
    const commits = withoutCommits ? new Map<string, EventCommit>() : await findCommits(vault, shown)
    const entries = shown.map(({ event, step, under }): HistoryEntry => {
      const commit = commits.get(event.id)
      const told = { ...(under !== undefined && { under }), ...(commit !== undefined && { commit }) }
      return { ...toEntry(event, isForgotten ? undefined : step), ...told }
    })
    const older = happened.length - shown.length
    return { id, projectId, ...(isForgotten && { forgotten: toForgotten(record.events) }), entries, older, stale }
  })
}

interface Happened {
  event: LogEvent
  step: Step | undefined
  /** The name that the record had then, if it was another. */
  under?: string
}

/** In event order, under all the names that it had. */
function listHappened(record: PastRecord): Happened[] {
  const happened = eventsOf(record)
  for (let past = record.earlier; past !== undefined; past = past.earlier) {
    const under = `${past.project}/${past.id}`
    happened.push(...eventsOf(past).map((one) => ({ ...one, under })))
  }
  return happened.sort((a, b) => byOrder(a.event, b.event))
}

function eventsOf(record: PastRecord): Happened[] {
  const steps = new Map(toSteps(record, foldableOf(record)).map((step) => [step.event as LogEvent, step]))
  return record.events.map((event) => ({ event, step: steps.get(event) }))
}

async function findCommits(vault: Vault, shown: readonly Happened[]): Promise<ReadonlyMap<string, EventCommit>> {
  const { findHoldingCommits } = await import('../../audit/holding-commits.ts')
  return findHoldingCommits(
    vault.paths.root,
    shown.map(({ event }) => event),
  )
}

function toEntry(event: LogEvent, step: Step | undefined): HistoryEntry {
  const { id, type, at, actor, writer, seq } = event
  const header = {
    event: id,
    type,
    at,
    actor,
    writer,
    seq,
    ...(event.data === undefined && { withoutData: true as const }),
  }
  if (step === undefined) return { ...header, said: {}, changes: [], overwritten: [] }
  const { before, after, overwritten } = step
  const bodyDiff = diffLines(textOf(before.fields.body) ?? '', textOf(after.fields.body) ?? '')
  return {
    ...header,
    said: toSaid(event),
    changes: fieldChanges(before, after),
    ...(bodyDiff !== '' && { bodyDiff }),
    overwritten,
  }
}

/** Of a recurrence, what was written when it came up again. */
function toSaid({ type, data = {} }: { type: string; data?: object | undefined }): Said {
  return pickSaid(data, type === 'record.recurred' ? ['title', 'body'] : saidOfRecord)
}

function toForgotten(events: readonly LogEvent[]): NonNullable<HistoryResult['forgotten']> {
  const last = events.findLast(({ type }) => type === 'record.forgotten')
  const { id = '', at = '', actor = 'cli' as const, writer = '' } = last ?? {}
  return { event: id, at, actor, writer }
}
