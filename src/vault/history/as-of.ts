/**
 * Answers from the vault as of an earlier time. The log's events up to then are folded into an index in memory, by the
 * code that folds the real one, so content, status and counters are what they were. Such a view counts and writes nothing.
 */
import type { EventLog } from '../../events/log.ts'
import { ulidTime } from '../../events/ulid.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { catchUpInBatches } from '../../projections/catch-up.ts'
import { cursorStore } from '../../projections/index/cursor-rows.ts'
import { copyFileStates } from '../../projections/index/file-rows.ts'
import { indexProjection } from '../../projections/index/index-projection.ts'
import { memoryIndex } from '../../projections/index/open-index.ts'
import { toIso } from '../../record/times.ts'
import { newestId } from '../append.ts'
import { type InTurn, refreshInTurn, type Scan, withIndexRecovery } from '../refresh.ts'
import { loadReaders, type Vault, type View } from '../vault.ts'
import { forgottenNames, nameOfRecord } from './forgotten.ts'

export interface ReadingInput {
  /** Milliseconds since the epoch; undefined reads the vault as it is. */
  asOf?: number | undefined
  /** How much of the files to look at for hand edits first. */
  scan: Scan
}

export interface Reading extends InTurn {
  view: View
  /** The instant (ms) at which ages and lifetimes are judged. */
  now: number
}

/**
 * Brings the vault up and runs the work on it, or on a view of it as of an instant. A record that is forgotten by now is
 * in no view. Throws INTEGRITY when an earlier time is asked for and the log is damaged.
 */
export async function reading<T>(
  vault: Vault,
  { asOf, scan }: ReadingInput,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  const { stale, isInTurn } = await refreshInTurn(vault, scan)
  await stopPoint(vault.cancelled)
  const now = asOf ?? vault.ports.now()
  if (asOf === undefined) return work({ view: vault, now, stale, isInTurn })
  // Edits that are met from here on are of a later time.
  const then = { now, stale, isInTurn: false }
  if (isNewest(vault, asOf)) return work({ view: vault, ...then })
  const view = await withIndexRecovery(vault, () => openView(vault, asOf))
  try {
    return await work({ view, ...then })
  } finally {
    view.projections.db.close()
  }
}

/** What an answer says of the time that it was asked for; nothing when it was asked for no time. */
export function toldAsOf(asOf: number | undefined): { asOf?: string } {
  return asOf === undefined ? {} : { asOf: toIso(asOf) }
}

/** Nothing that is folded came later, so the index says what a fold up to then would say. */
function isNewest(vault: Vault, asOf: number): boolean {
  return ulidTime(newestId(vault)) <= asOf
}

/** Bytes of log between two moments at which a server does something else: it holds no lock, and what it writes is in memory. */
const batchBytes = 2 ** 19

async function openView(vault: Vault, asOf: number): Promise<View> {
  const { toEvent } = await loadReaders(vault)
  const db = memoryIndex()
  try {
    const all = [indexProjection(db)]
    const store = cursorStore(db)
    const log = logUntil(vault.log, asOf, forgottenNames(vault.projections.db))
    const folding = catchUpInBatches({ log, store, projections: all, toEvent, batchBytes })
    for (const _ of folding) await stopPoint(vault.cancelled)
    copyFileStates(vault.projections.db, db)
    return { paths: vault.paths, config: vault.config, notices: vault.notices, projections: { db, store, all } }
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * The events up to an instant by the time of their ids, not by `at`: the fold orders by ids, so this is a beginning of
 * that order, whatever the writers' clocks said. Not the beginning of each file, since repairs bring older lines back.
 */
function logUntil(log: EventLog, asOf: number, forgotten: ReadonlySet<string>): Pick<EventLog, 'read'> {
  return {
    read: function* (cursor, toEvent) {
      for (const step of log.read(cursor, toEvent)) {
        if (ulidTime(step.event.id) <= asOf && !forgotten.has(nameOfRecord(step.event))) yield step
      }
    },
  }
}
