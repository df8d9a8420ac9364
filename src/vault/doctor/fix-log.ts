/** Mending what the projections are folded from: the log, with the index's help. All of it runs under the vault's lock. */

import { repairWriter } from '../../events/repair.ts'
import { isDamaging, verifyLog } from '../../events/verify.ts'
import { plural } from '../../lib/plural.ts'
import { isDamage } from '../../projections/index/database.ts'
import { findFileDamage, findSearchMismatches } from '../../projections/index/inspect-index.ts'
import { readStates } from '../../projections/index/inspect-records.ts'
import { isIndexForeign, isIndexOutdated, isIndexUnbuilt } from '../bring-up.ts'
import { leaveForeignIndex } from '../replace-index.ts'
import { resetIndex } from '../reset-index.ts'
import type { Vault } from '../vault.ts'
import { renewWriter } from '../writer.ts'
import { findLostWriters } from './check-log.ts'
import type { Fixed } from './fixed.ts'
import { freeOfJunk, healSegments } from './heal.ts'
import { salvage } from './salvage.ts'
import { type CommittedLines, takeIn } from './take-in.ts'

/**
 * Sound lines are kept or moved, what git or a copy still has is taken in, and what the index alone still knows is
 * written anew; then the index is empty.
 */
export function fixLog(vault: Vault, committed: readonly CommittedLines[]): Fixed[] {
  const { segments } = vault.log
  const healed = healSegments(vault, committed)
  const { findings } = verifyLog(segments)
  const damaged = new Set(findings.filter(isDamaging).map(({ writer }) => writer))
  const torn = findings
    .filter(({ code, writer }) => code === 'torn' && !damaged.has(writer))
    .map(({ writer }) => writer)
  for (const writer of torn) vault.log.cutTornTail(writer)
  const freed = [...damaged].flatMap((writer) => {
    const each = freeOfJunk(vault, writer)
    if (each.length > 0) damaged.delete(writer)
    return each
  })
  const fixed = [
    ...healed,
    ...freed,
    ...torn.map((writer) => told('log-torn', writer, 'The cut-off last line was set aside.')),
  ]
  for (const each of damaged) {
    const { kept, rehomed, home, setAside } = repairWriter({ segments, writer: each })
    const to = home === undefined ? '' : ` to ${home}`
    const message = `${plural(kept, 'event')} stayed, ${rehomed} moved${to}, and ${plural(setAside.length, 'line')} that cannot be read ${setAside.length === 1 ? 'was' : 'were'} set aside.`
    fixed.push(told('log-damaged', each, message))
  }
  const { told: taken, isReplaced } = takeIn(vault, committed)
  fixed.push(...taken)
  if (damaged.size === 0 && !isReplaced && findLostWriters(vault).length === 0) return fixed
  return [...fixed, ...salvageLost(vault, renewWriter(vault.paths, vault.ports))]
}

function salvageLost(vault: Vault, writer: string): Fixed[] {
  const salvaged = isIndexOutdated(vault) ? undefined : salvage(vault, writer)
  resetIndex(vault, 'in place')
  if (salvaged === undefined || salvaged.events === 0) return []
  const { records, events, isWhole } = salvaged
  const rest = isWhole ? '' : ' The index was damaged too, so the rest can come only from the files.'
  const what = `${plural(events, 'event')} of ${plural(records, 'record')} ${events === 1 ? 'was' : 'were'} written anew`
  return [told('log-shorter', writer, `${what} from the index.${rest}`)]
}

function told(code: string, writer: string, message: string): Fixed {
  return { code, subject: `events/${writer}`, message }
}

/** A damaged index is set aside, to be folded anew by whoever brings the vault up next. */
export function fixIndex(vault: Vault): Fixed[] {
  return isIndexBad(vault) ? setDamagedAside(vault) : []
}

function setDamagedAside(vault: Vault): Fixed[] {
  resetIndex(vault, 'aside')
  return [
    { code: 'index-damaged', subject: 'memo.sqlite', message: 'The index was set aside and built anew from the log.' },
  ]
}

/**
 * Before anything that the index knows is taken for something that the log has lost. One that does not even say whose log it
 * was folded from says nothing of that.
 */
export function fixForeignIndex(vault: Vault): Fixed[] {
  try {
    if (!isIndexForeign(vault)) return []
  } catch (error) {
    if (!isDamage(error)) throw error
    return setDamagedAside(vault)
  }
  leaveForeignIndex(vault)
  return [{ code: 'index-foreign', subject: 'memo.sqlite', message: 'The index of another vault was set aside.' }]
}

function isIndexBad(vault: Vault): boolean {
  const { db } = vault.projections
  try {
    if (findFileDamage(db, true).length > 0) return true
    if (isIndexOutdated(vault)) return false
    // A flipped bit in a value is sound for SQLite, and none may be asked of by what comes behind this.
    for (const _ of readStates(db));
    // What is searched comes into an index last.
    return !isIndexUnbuilt(vault) && findSearchMismatches(db).length > 0
  } catch (error) {
    if (isDamage(error)) return true
    throw error
  }
}
