/** The commit point: events appended to this clone's own log and folded into the projections. */
import { isTrace } from '../events/change.ts'
import type { Cursor, ReadEvent } from '../events/log.ts'
import type { EventDraft, StoredEvent } from '../events/schema.ts'
import { isFoldable } from '../events/schema-guard.ts'
import { laterUlid, zeroUlid } from '../events/ulid.ts'
import { messageOf } from '../lib/errors.ts'
import { applyEvents, beginFold, commonCursor } from '../projections/catch-up.ts'
import { logError } from './error-log.ts'
import { type CommandUnit, newUnit, noteCommand } from './note-command.ts'
import { noteAppend } from './own-log.ts'
import { type Gate, screenDrafts } from './secret-gate.ts'
import { addNotice, type Readers, type Vault } from './vault.ts'
import { resolveWriter } from './writer.ts'

/** Thrown under the lock when parsers are needed that are not loaded: let go, load them, come back. */
export class NeedsReaders extends Error {}

export function needReaders(vault: Vault): Readers {
  if (vault.readers === undefined) throw new NeedsReaders()
  return vault.readers
}

export function indexCursor(vault: Vault): Cursor {
  const { store, all } = vault.projections
  return commonCursor(all.map(({ name }) => store.cursor(name)))
}

/** The writer id of this clone; a vault that was copied or put back gets a new one here, at its first write. */
export function ownWriter(vault: Vault): string {
  const { writer, previous } = resolveWriter(vault.paths, vault.log.segments, vault.ports)
  if (previous !== undefined) {
    const what =
      previous.why === 'copied' ? 'this vault is a copy' : 'an older state of this vault was put back in its place'
    addNotice(vault, `${what}: it writes as ${writer} from now on, and keeps the log of ${previous.writer}`)
  }
  return writer
}

/**
 * Appends the drafts (the commit point) and folds them. The caller holds the lock and has brought the index up. Throws
 * SECRET for what looks like one. What the caller still has to know of the index it reads before: a read behind this that
 * meets damage would have the whole write done again.
 */
export function appendAndFold(vault: Vault, drafts: readonly EventDraft[], gate: Gate = {}): StoredEvent[] {
  if (drafts.length === 0) return []
  const screened = screen(vault, drafts, gate)
  const writer = ownWriter(vault)
  const appended = vault.log.append(writer, screened, newestId(vault))
  countAppended(vault, appended)
  noteEnd(vault, writer, appended)
  foldAppended(vault, appended)
  return appended.map(({ event }) => event).filter(isFoldable)
}

function countAppended(vault: Vault, appended: readonly ReadEvent[]): void {
  vault.appended += appended.length
  vault.written += appended.filter(({ event }) => !isTrace(event.type)).length
}

function noteEnd(vault: Vault, writer: string, appended: readonly ReadEvent[]): void {
  const last = appended.at(-1)
  if (last !== undefined) noteAppend(vault.paths, vault.log.segments, writer, last.position)
}

/**
 * What is in the log stays there, whatever happens to the index: trouble behind the commit point is told, logged, and
 * caught up by the next command.
 */
function foldAppended(vault: Vault, appended: readonly ReadEvent[]): void {
  const { store, all } = vault.projections
  try {
    store.transaction(() => {
      applyEvents(store, all, appended)
      noteCommand(vault, appended)
    })
  } catch (error) {
    if (vault.projections.db.raw.inTransaction) throw error
    tellBehind(vault, error)
  }
}

export function tellBehind(vault: Vault, error: unknown): void {
  logError(vault.paths, vault.ports, 'index', error)
  addNotice(vault, `saved, but the index is behind (${messageOf(error)}); the next command catches up`)
}

function screen(vault: Vault, drafts: readonly EventDraft[], gate: Gate): readonly EventDraft[] {
  return screenDrafts(vault, drafts, gate, () => needReaders(vault).secrets)
}

export type Append = (drafts: readonly EventDraft[]) => StoredEvent[]

/**
 * Runs work that appends many times and is made durable by one sync. Events are folded as they are staged, so that
 * each sees those before it; the fold is committed only after the log is written, and undone when that fails. Appends with
 * one `unit` are one command. To append throws SECRET for what looks like one; nothing of those drafts is staged then.
 */
export function appendTogether<T>(
  vault: Vault,
  work: (append: Append) => T,
  { unit = newUnit(), ...gate }: Gate & { unit?: CommandUnit } = {},
): T {
  const { store, all } = vault.projections
  return store.transaction(() => {
    const writer = ownWriter(vault)
    const appender = vault.log.begin(writer, newestId(vault))
    const folding = beginFold(store, all)
    const appended: ReadEvent[] = []
    const result = work((drafts) => {
      const staged = appender.stage(screen(vault, drafts, gate))
      countAppended(vault, staged)
      folding.apply(staged)
      folding.save()
      appended.push(...staged)
      return staged.map(({ event }) => event).filter(isFoldable)
    })
    folding.finish()
    noteCommand(vault, appended, unit)
    appender.commit()
    noteEnd(vault, writer, appended)
    return result
  })
}

/** The greatest event id that the projections have seen. */
export function newestId(vault: Vault): string {
  const ids = [...indexCursor(vault).values()].map(({ id }) => id)
  return ids.reduce(laterUlid, zeroUlid)
}
