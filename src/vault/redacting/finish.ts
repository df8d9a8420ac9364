/**
 * Taking out of this vault what an event says is taken out: due work, like a file that is not written yet, and done by
 * whoever brings the vault up next, in every clone that meets the event.
 */
import { findUnredacted, type Redaction, readRedactions } from '../../events/redaction.ts'
import { MemoError, messageOf } from '../../lib/errors.ts'
import { markDue } from '../../projections/index/due-rows.ts'
import {
  enqueue,
  hasOutbox,
  isPending,
  isRedaction,
  listOutbox,
  type OutboxEntry,
  postpone,
  settle,
} from '../../projections/index/outbox.ts'
import { kindNames } from '../../record/vocabulary.ts'
import { needReaders } from '../append.ts'
import { drainOutbox } from '../drain.ts'
import { logError } from '../error-log.ts'
import { keepCommandNote } from '../note-command.ts'
import { resetIndex } from '../reset-index.ts'
import { addNotice, type Vault } from '../vault.ts'
import { cleanLocal, redactBeside } from './clean-local.ts'
import { dropVectors } from './drop-vectors.ts'
import { removeFiles } from './remove-files.ts'

/**
 * Does what is due; the caller holds the lock and has written every file. True when the index was emptied: then everything
 * is to be folded anew, and `settleRedactions` to be called. Trouble is told, and the next command goes on.
 */
export function finishRedactions(vault: Vault): boolean {
  const { db } = vault.projections
  const due = listDue(vault)
  if (due.length === 0) return false
  needReaders(vault)
  // A file with the old text that is still there would be met as an edit by the new index, and bring the text back.
  const ready = due.filter(({ project, id }) => !isPending(db, 'file', project, id))
  for (const entry of due) if (!ready.includes(entry)) postpone(db, entry, 'its file could not be written')
  try {
    finish(vault, ready)
  } catch (error) {
    tellTrouble(vault, ready, error)
  }
  return vault.projections.db !== db
}

/** Asks for all of it again, where lines came back from elsewhere: from git, from a copy, from an older log. */
export function requeueRedactions(vault: Vault): void {
  const { log, projections } = vault
  const redactions = readRedactions(log.segments)
  redactBeside(vault, redactions)
  if (findUnredacted(log.segments, redactions).next().done === true) return
  for (const { project, record } of redactions) enqueue(projections.db, 'log', project, record)
}

/** What was done is done with; what failed stays due. */
export function settleRedactions(vault: Vault): void {
  const due = listDue(vault)
  if (findUnredacted(vault.log.segments, redactionsOf(vault, due)).next().done === true) conclude(vault, due)
  else for (const entry of due) postpone(vault.projections.db, entry, 'it was cut short')
}

function listDue({ projections: { db } }: Vault): OutboxEntry[] {
  return hasOutbox(db) ? listOutbox(db).filter(isRedaction) : []
}

function finish(vault: Vault, due: readonly OutboxEntry[]): void {
  const redactions = redactionsOf(vault, due)
  const isClean = !due.some(({ target }) => target === 'index')
  if (isClean && findUnredacted(vault.log.segments, redactions).next().done === true) {
    conclude(vault, due)
    return
  }
  cleanLocal(vault, redactions)
  rewrite(vault, redactions, removeFiles(vault, redactions))
}

function redactionsOf({ log }: Vault, due: readonly OutboxEntry[]): Redaction[] {
  const keys = new Set(due.map(keyOf))
  return readRedactions(log.segments).filter(({ project, record: id }) => keys.has(keyOf({ project, id })))
}

/**
 * The index goes first, whole: its pages hold what was deleted in them. If this is cut short, whatever is folded then meets
 * the lines that still have their data, and the rest of them is due again.
 */
function rewrite(vault: Vault, redactions: readonly Redaction[], removed: readonly string[]): void {
  const { segments } = vault.log
  const putNote = keepCommandNote(vault)
  resetIndex(vault, 'removed')
  putNote()
  for (const path of removed) markDue(vault.projections.db, path)
  for (const { writer, segment, bytes } of findUnredacted(segments, redactions)) {
    markDue(vault.projections.db, segments.name(writer, segment))
    segments.replace(writer, segment, bytes)
  }
}

/** Every line is as it should be, and the index was folded from them. */
function conclude(vault: Vault, due: readonly OutboxEntry[]): void {
  const { db } = vault.projections
  dropVectors(vault)
  // No event tells any more which views showed the record.
  for (const project of new Set(due.map((entry) => entry.project))) {
    for (const kind of kindNames) enqueue(db, 'views', project, kind)
  }
  drainOutbox(vault)
  for (const entry of due) settle(db, entry)
}

function tellTrouble(vault: Vault, due: readonly OutboxEntry[], error: unknown): void {
  if (error instanceof MemoError && error.code === 'BUG') throw error
  // Emptied, and no new one could be opened: whoever folds the log next finds in it what is due.
  if (!vault.projections.db.isCurrent()) throw error
  logError(vault.paths, vault.ports, 'redaction', error)
  for (const entry of due) postpone(vault.projections.db, entry, messageOf(error))
  addNotice(vault, `not all of what was redacted is taken out yet (${messageOf(error)}); the next command goes on`)
}

function keyOf({ project, id }: Pick<OutboxEntry, 'project' | 'id'>): string {
  return `${project}/${id}`
}
