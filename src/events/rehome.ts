/**
 * Two branches of one writer's log made one log each: where a vault was copied, restored or shared with its writer id,
 * one branch stays and the lines of the other move to a log of their own, with their ids, times and data. Nothing is
 * lost, and who does it does not matter: every clone that does it with the same branches ends with the same bytes.
 */
import { appendEntries } from './append.ts'
import { type BranchBytes, type BranchLine, forkWriter, lineKey, readBranch } from './branch-lines.ts'
import { chainStart, findRedactedData } from './codec.ts'
import { startPosition } from './position.ts'
import { memorySegments, type SegmentStore } from './segments.ts'

export interface RehomeInput {
  /** Where our branch is, and where all lines end up. */
  segments: SegmentStore
  writer: string
  /** Their branch; segments that it does not name are taken to be ours. */
  theirs: BranchBytes
  /**
   * Which branch stays with the writer. `older`, by the first event after the parting, is the same on both sides; clones
   * that have one remote in common may keep what it has (`theirs`). All who share a log must keep the same one.
   */
  keep?: 'older' | 'ours' | 'theirs'
  /**
   * Keys of lines that other writers' logs hold already, because a repair moved them. Where their branch has any of them,
   * the writer keeps ours, and only the others of its lines move.
   */
  elsewhere?: ReadonlySet<string>
}

export interface RehomeReport {
  /** How their branch stood to ours: the same or a beginning of it, a continuation, or parted from it. */
  found: 'nothing' | 'longer' | 'fork'
  /** The branch that the writer has now. With `theirs` after a fork our own clone must go on under another writer id. */
  kept: 'ours' | 'theirs'
  /** Lines of theirs that were taken over as they are. */
  taken: number
  /** Lines that moved to another writer, and to whom. */
  moved: number
  home: string | undefined
}

/**
 * Brings the lines of both branches into the store. Safe to run again after an interruption, and does nothing then where
 * all is done. Cut bytes are set aside. What was folded of a writer whose lines moved must be folded anew. Throws
 * INTEGRITY, with nothing changed, when a branch holds a damaged line.
 */
export function rehomeBranch({ segments, writer, theirs, keep = 'older', elsewhere }: RehomeInput): RehomeReport {
  const from = firstDifference(segments, writer, theirs)
  if (from === undefined) return nothing
  const before = hashBefore(segments, writer, from)
  const ours = readBranch(segments, writer, bytesFrom(segments, writer, from), before)
  const given = readBranch(segments, writer, completed(segments, writer, theirs, from), before)
  const at = given.findIndex((line, index) => line.hash !== ours[index]?.hash)
  const rest = given.slice(at)
  const ourRest = ours.slice(at)
  const [first, ourFirst] = [rest[0], ourRest[0]]
  if (at === -1 || first === undefined) return nothing
  const fresh = rest.filter(({ header }) => elsewhere?.has(lineKey(header)) !== true)
  if (fresh.length < rest.length) {
    return { found: 'fork', kept: 'ours', taken: 0, moved: fresh.length, home: moveLines(segments, fresh) }
  }
  if (ourFirst === undefined) {
    replaceEnd(segments, writer, ours.at(-1), rest)
    return { found: 'longer', kept: 'theirs', taken: rest.length, moved: 0, home: undefined }
  }
  const keepsOurs = keep === 'older' ? isOlder(ourFirst, first) : keep === 'ours'
  const moved = keepsOurs ? rest : ourRest
  const home = moveLines(segments, moved)
  if (!keepsOurs) replaceEnd(segments, writer, ours[at - 1], rest, ourFirst)
  const [kept, taken] = keepsOurs ? (['ours', 0] as const) : (['theirs', rest.length] as const)
  return { found: 'fork', kept, taken, moved: moved.length, home }
}

const nothing: RehomeReport = { found: 'nothing', kept: 'ours', taken: 0, moved: 0, home: undefined }

/** The first segment that is not the same byte for byte: sealed ones mostly are, and need not be decoded. */
function firstDifference(segments: SegmentStore, writer: string, theirs: BranchBytes): number | undefined {
  const numbers = [...theirs.keys()].sort((a, b) => a - b)
  return numbers.find((segment) => {
    const ours = segments.size(writer, segment) === undefined ? undefined : segments.read(writer, segment, 0)
    return ours === undefined || !ours.equals(theirs.get(segment) ?? Buffer.alloc(0))
  })
}

/** What the first line of a segment must continue. */
function hashBefore(segments: SegmentStore, writer: string, segment: number): string | undefined {
  if (segment === 1) return chainStart
  const bytes = new Map([[segment - 1, segments.read(writer, segment - 1, 0)]])
  return readBranch(segments, writer, bytes).at(-1)?.hash
}

function bytesFrom(segments: SegmentStore, writer: string, from: number): BranchBytes {
  const numbers = segments.list(writer).filter((segment) => segment >= from)
  return new Map(numbers.map((segment) => [segment, segments.read(writer, segment, 0)]))
}

/** Their branch from the difference on. What it does not name behind its last segment, it does not have. */
function completed(segments: SegmentStore, writer: string, theirs: BranchBytes, from: number): BranchBytes {
  const last = Math.max(...theirs.keys())
  const ours = [...bytesFrom(segments, writer, from)].filter(([segment]) => segment < last)
  return new Map([...ours, ...[...theirs].filter(([segment]) => segment >= from)])
}

function isOlder(ours: BranchLine, theirs: BranchLine): boolean {
  return lineKey(ours.header) < lineKey(theirs.header)
}

/** Copies the lines into the log that is theirs by the first of them. A log that is there already is met as a branch. */
function moveLines(segments: SegmentStore, lines: readonly BranchLine[]): string | undefined {
  const [first] = lines
  if (first === undefined) return undefined
  const home = forkWriter(first.header)
  rehomeBranch({ segments, writer: home, theirs: encodeBranch(home, lines) })
  return home
}

/** As it would be appended: a branch that has grown since begins with the same bytes. */
function encodeBranch(writer: string, lines: readonly BranchLine[]): BranchBytes {
  const encoded = memorySegments()
  const entries = lines.map(({ header, data, bytes }) => ({
    ...header,
    data,
    redacted: findRedactedData(bytes, header, data),
  }))
  appendEntries(encoded, writer, startPosition, entries)
  return bytesFrom(encoded, writer, 1)
}

/** Cuts what stands behind the last common line (a torn one too), and appends theirs where they have it. */
function replaceEnd(
  segments: SegmentStore,
  writer: string,
  lastCommon: BranchLine | undefined,
  rest: readonly BranchLine[],
  cutAt?: BranchLine,
): void {
  const [segment, end] = cutAt === undefined ? endOf(lastCommon, rest) : [cutAt.segment, cutAt.start]
  for (const later of segments.list(writer).reverse()) {
    if (later > segment || (later === segment && end === 0)) segments.remove(writer, later, 'fork')
  }
  if (end > 0 && (segments.size(writer, segment) ?? 0) > end) segments.truncate(writer, segment, end, 'fork')
  for (const [number, lines] of Map.groupBy(rest, (line) => line.segment)) {
    segments.append(writer, number, Buffer.concat(lines.map(({ bytes }) => bytes)))
  }
}

function endOf(lastCommon: BranchLine | undefined, [first]: readonly BranchLine[]): [number, number] {
  if (lastCommon !== undefined) return [lastCommon.segment, lastCommon.start + lastCommon.bytes.length]
  return [first?.segment ?? 1, 0]
}
