/** Lines of the event log that a commit holds and the log does not: a tail that was cut, a file that was put back. */
import { type HistoryRange, isVersion, type LogVersion, readLogHistory, readVersion } from '../../audit/log-history.ts'
import { lineKey } from '../../events/branch-lines.ts'
import { splitLines, tryDecode } from '../../events/lines.ts'
import type { EventHeader } from '../../events/schema.ts'
import type { SegmentStore } from '../../events/segments.ts'
import { walkWriter } from '../../events/walk.ts'

export interface LostVersion extends LogVersion {
  /** Lines of it that are nowhere in the log. */
  lines: number
}

export interface HistoryCheck {
  /** Commits that changed the log, and the versions of its files in them. */
  commits: number
  versions: number
  /** For each file the version that has most of what is missing. */
  lost: LostVersion[]
}

/**
 * Each version that git has of a segment must be a beginning of the file, or its lines must be in the log all the same:
 * a repair and the end of a fork move lines. Undefined without a commit. Throws what git says.
 */
export async function findLostVersions(
  root: string,
  segments: SegmentStore,
  range?: HistoryRange,
): Promise<HistoryCheck | undefined> {
  const history = await readLogHistory(root, range)
  if (history === undefined) return undefined
  const { commits, versions } = history
  const others = [...notBeginnings(segments, versions)]
  const keys = others.length === 0 ? new Set<string>() : lineKeys(segments, segments.writers())
  const worst = new Map<string, LostVersion>()
  for (const version of others) {
    const lines = countMissing(await readVersion(root, version), keys)
    const place = segments.name(version.writer, version.segment)
    // The largest of those that miss as much: versions of a file come by size.
    if (lines > 0 && lines >= (worst.get(place)?.lines ?? 0)) worst.set(place, { ...version, lines })
  }
  return { commits, versions: versions.length, lost: [...worst.values()] }
}

/** Versions come file by file, so that one file is held at a time. */
function* notBeginnings(segments: SegmentStore, versions: readonly LogVersion[]): Generator<LogVersion> {
  let place = ''
  let bytes: Buffer = Buffer.alloc(0)
  for (const version of versions) {
    const { writer, segment, size } = version
    const isThere = segments.size(writer, segment) !== undefined
    if (place !== segments.name(writer, segment)) bytes = isThere ? segments.read(writer, segment, 0) : Buffer.alloc(0)
    place = segments.name(writer, segment)
    if (size > bytes.length || !isVersion(bytes.subarray(0, size), version)) yield version
  }
}

/** Keys of all sound lines of these writers. */
export function lineKeys(segments: SegmentStore, writers: readonly string[]): Set<string> {
  const keys = new Set<string>()
  for (const writer of writers) {
    for (const { sound } of walkWriter(segments, writer)) if (sound !== undefined) keys.add(lineKey(sound.header))
  }
  return keys
}

/** Lines that could not be read when they were committed were lost before. */
function countMissing(bytes: Buffer, keys: ReadonlySet<string>): number {
  let missing = 0
  for (const line of splitLines(bytes, 0)) {
    const decoded = tryDecode(line)
    if (typeof decoded !== 'string' && !keys.has(lineKey(decoded.header as EventHeader))) missing += 1
  }
  return missing
}
