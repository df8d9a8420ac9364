/** Taking back the last command of this clone that changed records, by new events. */
import { type FieldChange, fieldChanges, type Overwritten } from '../events/history.ts'
import type { ToEvent } from '../events/log.ts'
import { byOrder } from '../events/merge-writers.ts'
import { findRecordEvents } from '../events/record-events.ts'
import type { StoredEvent } from '../events/schema.ts'
import { isFoldable } from '../events/schema-guard.ts'
import { decideUndo, type UndoDecision } from '../events/undo.ts'
import { MemoError } from '../lib/errors.ts'
import { diffLines } from '../lib/line-diff.ts'
import { textOf } from '../projections/index/record-rows.ts'
import { toIso } from '../record/times.ts'
import type { Actor } from '../record/vocabulary.ts'
import { appendAndFold, needReaders } from './append.ts'
import { reading } from './as-of.ts'
import { findLastCommand, type LastCommand } from './last-command.ts'
import { write } from './refresh.ts'
import { loadReaders, type Vault } from './vault.ts'

export interface UndoInput {
  /** Say what would be done, and do nothing. */
  dryRun: boolean
  /** The last event of the command that was assented to; undefined takes back whatever is the last. */
  expected?: string | undefined
  /** How many records it may change without anybody's assent. */
  most?: number | undefined
  /** Put back also what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface UndoneRecord {
  id: string
  projectId: string
  outcome: UndoDecision['outcome']
  changes: FieldChange[]
  /** Of the text: the hunks of a unified diff. */
  bodyDiff?: string
  /** What others wrote since, and what therefore stays; `record` for its being there at all. */
  left: Overwritten[]
  /** Types of events that cannot be taken back. */
  kept: string[]
}

export interface UndoResult {
  /** What is taken back. */
  command: { first: string; last: string; at: string; actor: Actor; events: number; guessed: boolean }
  records: UndoneRecord[]
  /** Ids of the events that were written. */
  events: string[]
  dryRun: boolean
}

/**
 * Takes it back, or says what that would do. Throws REFUSED where there is nothing to take back or nothing of it can be,
 * where another command came between, and where it would change more records than it may.
 */
export async function undoLast(vault: Vault, { dryRun, expected, most, allowSecret }: UndoInput): Promise<UndoResult> {
  await loadReaders(vault)
  if (dryRun) return reading(vault, { scan: 'full' }, async () => toResult(plan(vault), [], true))
  return write(vault, { label: 'undo', fullScan: true }, () => {
    const planned = plan(vault)
    assertMeant(planned, { expected, most })
    const written = appendAndFold(
      vault,
      planned.decisions.flatMap(({ drafts }) => drafts),
      { allowSecret },
    )
    return toResult(planned, written, false)
  })
}

interface Plan extends LastCommand {
  decisions: UndoDecision[]
}

function plan(vault: Vault): Plan {
  const command = findLastCommand(vault)
  if (command === undefined) throw new MemoError('REFUSED', 'this clone of the vault has changed nothing yet')
  assertWordsKept(command)
  const undone = new Set(command.events.map(({ seq }) => seq))
  const writer = command.events[0]?.writer
  const isUndone = (event: StoredEvent): boolean => event.writer === writer && undone.has(event.seq)
  const common = { isUndone, actor: vault.actor, now: toIso(vault.ports.now()) }
  const histories = readHistories(vault, command.events)
  const decisions = histories.map((history) => decideUndo({ ...history, ...common }))
  for (const [n, { events }] of histories.entries()) assertNotAllThatIsLeft(events, decisions[n]?.outcome)
  const told = decisions.filter(({ drafts, left, kept }) => drafts.length + left.length + kept.length > 0)
  if (told.every(({ drafts }) => drafts.length === 0)) throw nothingToTakeBack(command, told)
  return { ...command, decisions: told }
}

/** What it would go back to is not in the log any more. */
function assertWordsKept({ events }: LastCommand): void {
  const redaction = events.find(({ type }) => type === 'record.redacted')
  if (redaction !== undefined)
    throw new MemoError('REFUSED', `the last command (${redaction.id}) took text out for good, which cannot be undone`)
  if (events.length === 0)
    throw new MemoError('REFUSED', 'what the last command wrote was taken out of the log, so it cannot be undone')
}

/** A record that was written anew without its earlier wordings was not made by that. */
function assertNotAllThatIsLeft(events: readonly StoredEvent[], outcome: UndoDecision['outcome'] | undefined): void {
  const isWrittenAnew = events.some((event) => event.type === 'record.redacted' && event.data.all === undefined)
  if (isWrittenAnew && outcome === 'forgotten')
    throw new MemoError('REFUSED', 'what the record said before was taken out for good, so this cannot be undone')
}

interface RecordHistory {
  record: { project: string; id: string }
  events: StoredEvent[]
}

/** Below this a look-up of each record's lines is quicker than reading the whole log. */
const fewRecords = 8

function readHistories(vault: Vault, events: readonly StoredEvent[]): RecordHistory[] {
  const { toEvent } = needReaders(vault)
  const histories = new Map<string, RecordHistory>()
  for (const { data } of events) {
    if (!('id' in data)) continue
    const record = { project: data.project, id: data.id }
    histories.set(keyOf(record), { record, events: [] })
  }
  if (histories.size <= fewRecords) {
    const { segments } = vault.log
    for (const history of histories.values())
      history.events = findRecordEvents({ segments, toEvent, record: history.record }).filter(isFoldable)
  } else readAll(vault, toEvent, histories)
  return [...histories.values()]
}

function readAll(vault: Vault, toEvent: ToEvent, histories: ReadonlyMap<string, RecordHistory>): void {
  for (const { event } of vault.log.read(new Map(), toEvent)) {
    if (isFoldable(event) && 'id' in event.data) histories.get(keyOf(event.data))?.events.push(event)
  }
  for (const { events } of histories.values()) events.sort(byOrder)
}

function keyOf({ project, id }: RecordHistory['record']): string {
  return `${project}/${id}`
}

function nothingToTakeBack({ events }: LastCommand, decisions: readonly UndoDecision[]): MemoError {
  const kept = [...new Set(decisions.flatMap((decision) => decision.kept))]
  const what = `the last command (${events.at(-1)?.id})`
  if (kept.length === 0) {
    return new MemoError('REFUSED', `all that ${what} changed was changed since, or is as it was before`, {
      hint: 'run "memo history" on its records to see by whom',
    })
  }
  return new MemoError('REFUSED', `${what} wrote ${kept.join(', ')}, which cannot be taken back`, {
    hint: 'counters only add; say the opposite with "memo feedback" or "memo reinforce"',
  })
}

function assertMeant({ events, decisions }: Plan, { expected, most }: Pick<UndoInput, 'expected' | 'most'>): void {
  const last = events.at(-1)?.id
  if (expected !== undefined && expected !== last) {
    throw new MemoError('REFUSED', 'another command changed records meanwhile, and would be taken back instead', {
      hint: 'look at it with "memo undo --dry-run"',
    })
  }
  const changed = decisions.filter(({ drafts }) => drafts.length > 0).length
  if (most !== undefined && changed > most) {
    throw new MemoError('REFUSED', `the last command changed ${changed} records`, {
      hint: 'look at it with "memo undo --dry-run", then say --yes',
    })
  }
}

function toResult(
  { events, guessed, decisions }: Plan,
  written: readonly { id: string }[],
  dryRun: boolean,
): UndoResult {
  const [first, last] = [events.at(0), events.at(-1)]
  if (first === undefined || last === undefined) throw new MemoError('BUG', 'a command without an event')
  return {
    command: { first: first.id, last: last.id, at: first.at, actor: first.actor, events: events.length, guessed },
    records: decisions.map(toUndone),
    events: written.map(({ id }) => id),
    dryRun,
  }
}

function toUndone({ outcome, before, after, left, kept }: UndoDecision): UndoneRecord {
  const bodyDiff = diffLines(textOf(before.fields.body) ?? '', textOf(after.fields.body) ?? '')
  const key = { id: before.id, projectId: before.project }
  return { ...key, outcome, changes: fieldChanges(before, after), ...(bodyDiff !== '' && { bodyDiff }), left, kept }
}
