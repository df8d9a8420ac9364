/** What taking back the last command of this clone would write. Nothing is changed by it. */
import type { Cursor } from '../../events/log.ts'
import { byOrder } from '../../events/merge-writers.ts'
import { findRecordEvents } from '../../events/record-events.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import { decideUndo, type UndoDecision } from '../../events/undo.ts'
import { MemoError } from '../../lib/errors.ts'
import { toIso } from '../../record/times.ts'
import { indexCursor, needReaders } from '../append.ts'
import type { Vault } from '../vault.ts'
import { findLastCommand, type LastCommand } from './last-command.ts'

export interface UndoPlan extends LastCommand {
  /** Of each record that is told of. */
  decisions: UndoDecision[]
  /** What of the log it was made from. */
  cursor: Cursor
}

/** What is counted, how many of them are done, and the part of all that this is, if it is known. */
export type PlanStep = readonly [unit: 'events' | 'records', done: number, share?: number]

/** The log has nothing that the plan does not know. */
export function isStillTrue({ cursor }: UndoPlan, vault: Vault): boolean {
  return !vault.log.hasNews(cursor)
}

/** Throws REFUSED where there is nothing to take back, or nothing of it can be. */
export function* planUndo(vault: Vault): Generator<PlanStep, UndoPlan> {
  const cursor = indexCursor(vault)
  const command = findLastCommand(vault)
  if (command === undefined) throw new MemoError('REFUSED', 'this clone of the vault has changed nothing yet')
  assertWordsKept(command)
  const undone = new Set(command.events.map(({ seq }) => seq))
  const writer = command.events[0]?.writer
  const isUndone = (event: StoredEvent): boolean => event.writer === writer && undone.has(event.seq)
  const common = { isUndone, actor: vault.actor, now: toIso(vault.ports.now()) }
  const decisions: UndoDecision[] = []
  const histories = yield* readHistories(vault, command.events)
  for (const [n, history] of histories.entries()) {
    const decision = decideUndo({ ...history, ...common })
    assertNotAllThatIsLeft(history.events, decision.outcome)
    decisions.push(decision)
    yield ['records', n + 1, (n + 1) / histories.length]
  }
  const told = decisions.filter(({ drafts, left, kept }) => drafts.length + left.length + kept.length > 0)
  if (told.every(({ drafts }) => drafts.length === 0)) throw nothingToTakeBack(command, told)
  return { ...command, decisions: told, cursor }
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
function assertNotAllThatIsLeft(events: readonly StoredEvent[], outcome: UndoDecision['outcome']): void {
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

function* readHistories(vault: Vault, events: readonly StoredEvent[]): Generator<PlanStep, RecordHistory[]> {
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
  } else yield* readAll(vault, histories)
  return [...histories.values()]
}

function* readAll(vault: Vault, histories: ReadonlyMap<string, RecordHistory>): Generator<PlanStep, void> {
  let read = 0
  for (const { event } of vault.log.read(new Map(), needReaders(vault).toEvent)) {
    if (isFoldable(event) && 'id' in event.data) histories.get(keyOf(event.data))?.events.push(event)
    yield ['events', ++read]
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
