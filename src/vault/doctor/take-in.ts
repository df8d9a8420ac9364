/** Events that stand beside the log, taken into it: versions that git has, and copies that a tool left. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readVersion } from '../../audit/log-history.ts'
import { type RehomeReport, rehomeBranch } from '../../events/rehome.ts'
import { makeFolder } from '../../lib/durable-file.ts'
import { MemoError, messageOf } from '../../lib/errors.ts'
import { moveAside } from '../../lib/move-aside.ts'
import { plural } from '../../lib/plural.ts'
import { indexCursor } from '../append.ts'
import { logError } from '../error-log.ts'
import type { Vault } from '../vault.ts'
import { findCopies, type LogCopy } from './check-copies.ts'
import type { Fixed } from './fixed.ts'
import { findLostVersions, type LostVersion, lineKeys } from './lost-versions.ts'

/** A version of a log file that holds lines which the log has lost. */
export interface CommittedLines {
  writer: string
  segment: number
  bytes: Buffer
}

/** Asked before the lock is taken, because git is. Git trouble is logged: the rest can be mended without it. */
export async function fetchCommitted(vault: Vault): Promise<CommittedLines[]> {
  const { paths, ports } = vault
  try {
    const lost = await findLost(vault)
    const read = lost.map(async (version) => ({ ...version, bytes: await readVersion(paths.root, version) }))
    return await Promise.all(read)
  } catch (error) {
    logError(paths, ports, 'git', error)
    return []
  }
}

/**
 * What the branch holds or has held (a reset); of writers whose log ends before what the index has seen also what only other
 * branches or a stash hold. Written anew from the index those lines would count twice once another clone brings them.
 */
async function findLost(vault: Vault): Promise<LostVersion[]> {
  const { paths, log } = vault
  const { lost = [] } = (await findLostVersions(paths.root, log.segments)) ?? {}
  const shorter = log.shorterThan(indexCursor(vault))
  if (shorter.length === 0) return lost
  const all = (await findLostVersions(paths.root, log.segments, 'everything'))?.lost ?? []
  return [
    ...lost.filter(({ writer }) => !shorter.includes(writer)),
    ...all.filter(({ writer }) => shorter.includes(writer)),
  ]
}

export interface TakenIn {
  told: Fixed[]
  /** A writer has another branch than before, so nobody may go on from what was folded of it. */
  isReplaced: boolean
}

/** The log's own lines must be sound, or those of that writer are left for another time. */
export function takeIn(vault: Vault, committed: readonly CommittedLines[]): TakenIn {
  const taken: TakenIn = { told: [], isReplaced: false }
  for (const version of committed) {
    const report = tryTake(vault, version, 'older')
    // A file that was made whole before has all of it.
    if (report !== undefined && report.found !== 'nothing')
      note(taken, 'log-lost', vault.log.segments.name(version.writer, version.segment), report)
  }
  for (const copy of findCopies(vault.paths)) {
    const bytes = readFileSync(join(vault.paths.root, copy.path))
    const report = tryTake(vault, { ...copy, bytes }, 'ours')
    if (report === undefined) continue
    setAside(vault, copy)
    note(taken, 'log-copy', copy.path, report)
  }
  return taken
}

/** Undefined when one side is damaged; the finding stays, and says so. */
function tryTake(
  { log: { segments }, paths, ports }: Vault,
  { writer, segment, bytes }: CommittedLines,
  keep: 'older' | 'ours',
): RehomeReport | undefined {
  const others = segments.writers().filter((each) => each !== writer)
  try {
    const elsewhere = lineKeys(segments, others)
    return rehomeBranch({ segments, writer, theirs: new Map([[segment, bytes]]), keep, elsewhere })
  } catch (error) {
    if (!(error instanceof MemoError)) throw error
    logError(paths, ports, 'log', messageOf(error))
    return undefined
  }
}

function note(taken: TakenIn, code: string, subject: string, { found, kept, taken: lines, moved, home }: RehomeReport) {
  const parts = [
    ...(lines > 0 ? [`${plural(lines, 'event')} came back`] : []),
    ...(moved > 0 ? [`${plural(moved, 'event')} moved to ${home}`] : []),
  ]
  const message = parts.length === 0 ? 'All of its events are in the log.' : `${parts.join(', ')}.`
  taken.told.push({ code, subject, message })
  if (found === 'fork' && kept === 'theirs') taken.isReplaced = true
}

function setAside({ paths }: Vault, { path, writer }: LogCopy): void {
  makeFolder(paths.quarantine)
  moveAside(join(paths.root, path), join(paths.quarantine, `${writer}-${basename(path)}`))
}
