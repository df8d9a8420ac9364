/** Taking back the last command of this clone that changed records, by new events. */
import { type FieldChange, fieldChanges, type Overwritten } from '../../events/history.ts'
import type { UndoDecision } from '../../events/undo.ts'
import { MemoError } from '../../lib/errors.ts'
import { diffLines } from '../../lib/line-diff.ts'
import { stopPoint, stopPoints } from '../../lib/stop-point.ts'
import { textOf } from '../../projections/index/record-rows.ts'
import { countDueFiles } from '../../projections/index/status-rows.ts'
import type { Actor } from '../../record/vocabulary.ts'
import { appendAndFold } from '../append.ts'
import { write } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { reading } from './as-of.ts'
import { isStillTrue, planUndo, type UndoPlan } from './plan-undo.ts'

export interface UndoInput {
  /** Say what would be done, and do nothing. */
  dryRun: boolean
  /** The last event of the command that was assented to; undefined takes back whatever is the last. */
  expected?: string | undefined
  /** How many records it may change without anybody's assent. */
  most?: number | undefined
  /** Put back also what looks like a secret. */
  allowSecret?: boolean | undefined
  /** Ends it: before anything is taken back, or when all of it is and files are left to be written. */
  signal?: AbortSignal | undefined
  /** Told how many of the unit are done, and the part of all that this is, if it is known. */
  onProgress?: ((unit: string, done: number, share?: number) => void) | undefined
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
export async function undoLast(vault: Vault, input: UndoInput): Promise<UndoResult> {
  await loadReaders(vault)
  if (input.dryRun)
    return reading(vault, { scan: 'full' }, async () => toResult(await planAtLength(vault, input), [], true))
  await write(vault, { label: 'undo', fullScan: true }, () => undefined)
  const early = await planAtLength(vault, input)
  const result = await write(vault, { label: 'undo', mostFiles }, () => {
    const plan = isStillTrue(early, vault) ? early : planAtOnce(vault)
    assertMeant(plan, input)
    const drafts = plan.decisions.flatMap(({ drafts }) => drafts)
    return toResult(plan, appendAndFold(vault, drafts, { allowSecret: input.allowSecret }), false)
  })
  await writeFiles(vault, input)
  return result
}

/** Others get the lock meanwhile, and it can be ended. */
async function planAtLength(vault: Vault, { signal, onProgress }: UndoInput): Promise<UndoPlan> {
  const pause = stopPoints(signal)
  const steps = planUndo(vault)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    onProgress?.(...value)
    await pause()
  }
}

function planAtOnce(vault: Vault): UndoPlan {
  const steps = planUndo(vault)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** As many as are written in some tenths of a second. */
const mostFiles = 500

/** The files that are due after the undo. Where they cannot be written, or this is ended, the next command goes on. */
async function writeFiles(vault: Vault, { signal, onProgress }: UndoInput): Promise<void> {
  const count = (): number => countDueFiles(vault.projections.db).waiting
  const all = count()
  for (let [before, left] = [Number.POSITIVE_INFINITY, all]; left > 0 && left < before; ) {
    onProgress?.('files', all - left, (all - left) / all)
    await stopPoint(signal)
    await write(vault, { label: 'undo', mostFiles }, () => undefined)
    ;[before, left] = [left, count()]
  }
}

function assertMeant({ events, decisions }: UndoPlan, { expected, most }: Pick<UndoInput, 'expected' | 'most'>): void {
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
  { events, guessed, decisions }: UndoPlan,
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
