/** The cheap part of tidying up, for a process that stands idle beside the vault, and when it is due. */
import { setImmediate } from 'node:timers/promises'
import { readSetting, saveSetting } from '../../projections/index/setting-rows.ts'
import { parseStored } from '../../projections/index/stored-json.ts'
import { checkpoint, dropSeenBefore, mergeFullText } from '../../projections/index/tidy-index.ts'
import { dayMs } from '../../record/times.ts'
import { indexCursor } from '../append.ts'
import { isIndexOutdated } from '../bring-up.ts'
import type { Vault } from '../vault.ts'

/** At most once in this time, and only after so many events: below that there is next to nothing to gain. */
const betweenMs = dayMs
const leastEvents = 1000

/** Days for which it stays known which records a session used, however short sessions are. */
const leastSessionDays = 30

/** Of this machine's index alone: a new one has nothing to tidy up. */
const setting = 'tidied'

interface Note {
  /** Milliseconds since the epoch. */
  at: number
  /** Events that the index had folded. */
  events: number
}

export function isTidyDue(vault: Vault): boolean {
  if (vault.readOnly || isIndexOutdated(vault)) return false
  const text = readSetting(vault.projections.db, setting)
  const { at = 0, events = 0 } = text === undefined ? {} : (parseStored(text) as Partial<Note>)
  // Also after a clock that was wrong is set right.
  return countFolded(vault) - events >= leastEvents && Math.abs(vault.ports.now() - at) >= betweenMs
}

/** Belongs under the vault's lock. */
export function noteTidied(vault: Vault): void {
  const note: Note = { at: vault.ports.now(), events: countFolded(vault) }
  saveSetting(vault.projections.db, setting, JSON.stringify(note))
}

function countFolded(vault: Vault): number {
  return [...indexCursor(vault).values()].reduce((sum, { seq }) => sum + seq, 0)
}

/** The instant (ms) before which what sessions used need not be known any more. */
export function oldestKept({ config, ports }: Vault): number {
  return ports.now() - Math.max(config.session.ttlDays, leastSessionDays) * dayMs
}

/** Milliseconds that an idle process waits for the lock: whoever has it is not idle. */
const waitMs = 100

/** Ends as soon as there is something else to do; what is left is done the next time. Throws BUSY. */
export async function tidyUp(vault: Vault, isWanted: () => boolean): Promise<void> {
  const { db } = vault.projections
  const locked = <T>(work: () => T): T => vault.lock.hold(waitMs, 'tidy up', work)
  locked(() => dropSeenBefore(db, oldestKept(vault)))
  const merging = mergeFullText(db, { whole: false })
  for (;;) {
    // What others did meanwhile is known behind the next look at what the system tells.
    await setImmediate()
    if (!isWanted()) return
    if (locked(() => merging.next()).done) break
  }
  checkpoint(db)
  locked(() => noteTidied(vault))
}
