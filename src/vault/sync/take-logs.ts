/** Their lines of the log, writer by writer. Under the vault's lock; safe to run again after an interruption. */
import { readBlobNow } from '../../audit/tree.ts'
import { splitLines, tryDecode } from '../../events/lines.ts'
import { rehomeBranch } from '../../events/rehome.ts'
import { findSegment } from '../../events/segments.ts'
import { MemoError } from '../../lib/errors.ts'
import { resetIndex } from '../reset-index.ts'
import type { Vault } from '../vault.ts'
import { readWriter, renewWriter } from '../writer.ts'
import type { News, Skipped } from './news.ts'

/** Two clones wrote as one writer; the lines of one of them have another writer now. */
export interface Fork {
  writer: string
  /** Whose lines they are now. */
  home: string
  events: number
  /** Whether it was this clone’s own writer; then it goes on under a new id. */
  isOwn: boolean
}

export interface TakenLogs {
  /** Events of others that were not here before. */
  events: number
  forks: Fork[]
  /** Segments of theirs that are damaged; of those writers everything is as it was here. */
  skipped: Skipped[]
}

export function takeLogs(vault: Vault, news: News): TakenLogs {
  const own = readWriter(vault.paths)?.writer
  const taken: TakenLogs = { events: 0, forks: [], skipped: [] }
  for (const [writer, branch] of branchesOf(vault, news)) {
    try {
      const report = rehomeBranch({ segments: vault.log.segments, writer, theirs: branch })
      taken.events += report.taken
      taken.skipped.push(...findTornLine(vault, writer, branch))
      if (report.home === undefined) continue
      taken.events += report.kept === 'ours' ? report.moved : 0
      taken.forks.push({ writer, home: report.home, events: report.moved, isOwn: writer === own })
    } catch (error) {
      if (!(error instanceof MemoError) || error.code !== 'INTEGRITY') throw error
      const paths = [...branch.keys()].map((segment) => vault.log.segments.name(writer, segment))
      taken.skipped.push(...paths.map((path) => ({ path, reason: error.message })))
    }
  }
  if (taken.forks.some(({ isOwn }) => isOwn)) renewWriter(vault.paths, vault.ports)
  // What was folded of lines that have another writer now would count twice.
  if (taken.forks.length > 0) resetIndex(vault, 'in place')
  return taken
}

/** The last line of what came is left where it is bad, as at the end of any log; here it is missed, so it is told. */
function findTornLine(vault: Vault, writer: string, branch: ReadonlyMap<number, Buffer>): Skipped[] {
  const segment = Math.max(...branch.keys())
  const lines = [...splitLines(branch.get(segment) ?? Buffer.alloc(0), 0)]
  const last = lines.at(-1)
  const problem = last === undefined ? undefined : tryDecode(last)
  if (typeof problem !== 'string') return []
  const path = vault.log.segments.name(writer, segment)
  return [{ path, reason: `${path} line ${lines.length} is damaged: ${problem}` }]
}

/** Segments that differ, by writer. A segment that went from their tree is still part of the log. */
function branchesOf(vault: Vault, news: News): Map<string, Map<number, Buffer>> {
  const branches = new Map<string, Map<number, Buffer>>()
  for (const { path, after } of news.changes) {
    const found = findSegment(path)
    if (found === undefined || after === undefined) continue
    const branch = branches.get(found.writer) ?? new Map<number, Buffer>()
    branches.set(found.writer, branch.set(found.segment, news.read(after.oid)))
  }
  for (const [writer, branch] of branches) addParted(vault, news, writer, branch)
  return branches
}

/** A segment that they have not changed and that goes on here, in front of one that is new there: the logs part in it. */
function addParted(vault: Vault, news: News, writer: string, branch: Map<number, Buffer>): void {
  const last = Math.max(...branch.keys())
  for (const { path, oid, size } of news.theirLog) {
    const found = findSegment(path)
    if (found?.writer !== writer || found.segment >= last || branch.has(found.segment)) continue
    if (vault.log.segments.size(writer, found.segment) === size) continue
    branch.set(found.segment, readBlobNow(vault.paths.root, oid))
  }
}
