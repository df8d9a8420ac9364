/**
 * What a commit holds: the files as they stand while nobody writes. Invariant: the record files of a snapshot say what
 * the fold of its log says; a hand edit that is not adopted yet, or that nobody can follow, is left for later.
 */
import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { FileMode } from '../../audit/commit-stream.ts'
import type { Cursor } from '../../events/log.ts'
import { startPosition } from '../../events/position.ts'
import { segmentFile } from '../../events/segments.ts'
import { findErrno } from '../../lib/errors.ts'
import { isSame, toSignature } from '../../projections/files/signature.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { listDue } from '../../projections/index/due-rows.ts'
import { type FileSignature, findFileState } from '../../projections/index/file-rows.ts'
import { parseRecordPath } from '../../record/locations.ts'
import { indexCursor } from '../append.ts'
import type { Vault } from '../vault.ts'
import { type Progress, settingsFiles, signSettings } from './progress.ts'
import { Obstacle } from './trouble.ts'

/** A file that is there. */
export interface TakenFile {
  path: string
  mode: FileMode
  signature: FileSignature
  bytes: Buffer
}

export type Taken = TakenFile | { path: string; bytes: undefined }

export interface Snapshot extends Progress {
  /** What the marks are of. */
  index: IndexDatabase
  /** Of the paths that were due. */
  mark: number
  files: Taken[]
  /** Paths of the files that were read before, and are as they were. */
  unchanged: string[]
}

export interface SnapshotInput {
  /** Up to where the log was committed before; segments from there on belong to the snapshot. */
  from: Cursor
  /** Paths to look at besides those that are due. */
  further: readonly string[]
  /** What was read already, before the lock was taken. */
  known: ReadonlyMap<string, FileSignature>
}

/** The vault's lock is not held longer than this: a snapshot that takes longer is given up. */
const longestMs = 5_000

/** The caller holds the lock and has brought everything up. Throws Obstacle when it takes too long. */
export function takeSnapshot(vault: Vault, { from, further, known }: SnapshotInput): Snapshot {
  const { db } = vault.projections
  const { root } = vault.paths
  const cursor = indexCursor(vault)
  const due = listDue(db)
  const snapshot: Snapshot = {
    index: db,
    cursor,
    settings: signSettings(root),
    mark: due.mark,
    files: [],
    unchanged: [],
  }
  const end = performance.now() + longestMs
  for (const path of new Set([...settingsFiles, ...due.paths, ...further, ...segmentsSince(from, cursor)])) {
    if (performance.now() > end) throw new Obstacle('there is too much to commit while others wait')
    take(vault, path, { known, cursor, snapshot })
  }
  return snapshot
}

/** Reads files before the lock is taken, so that little is left to do under it. */
export function readAhead({ paths: { root } }: Vault, path: string): Taken | undefined {
  const stat = statOf(join(root, path))
  return stat === undefined || stat.isDirectory() ? undefined : read(root, path, stat)
}

interface Taking {
  known: SnapshotInput['known']
  cursor: Cursor
  snapshot: Snapshot
}

function take(vault: Vault, path: string, { known, cursor, snapshot }: Taking): void {
  const { root } = vault.paths
  const stat = statOf(join(root, path))
  if (!isFollowed(vault, path, stat) || stat?.isDirectory()) return
  if (stat === undefined) {
    snapshot.files.push({ path, bytes: undefined })
    return
  }
  const before = known.get(path)
  if (before !== undefined && isSame(before, toSignature(stat))) {
    snapshot.unchanged.push(path)
    return
  }
  const taken = read(root, path, stat)
  if (taken !== undefined) snapshot.files.push(cutTail(taken, cursor))
}

/** A record's file belongs to the snapshot as memo last wrote or adopted it, and when it is gone as memo knows. */
function isFollowed({ projections }: Vault, path: string, stat: Stats | undefined): boolean {
  if (parseRecordPath(path) === undefined) return true
  const state = findFileState(projections.db, path)
  if (state === undefined || stat === undefined) return state === undefined && stat === undefined
  return state.problem === undefined && isSame(state, toSignature(stat))
}

/** The last line of another clone's log may still be arriving. */
function cutTail(taken: TakenFile, cursor: Cursor): TakenFile {
  const [, writer = '', file = ''] = /^events\/([^/]+)\/([^/]+)$/.exec(taken.path) ?? []
  const end = cursor.get(writer)
  if (end === undefined || segmentFile(end.segment) !== file) return taken
  return { ...taken, bytes: taken.bytes.subarray(0, end.offset) }
}

function segmentsSince(from: Cursor, to: Cursor): string[] {
  return [...to].flatMap(([writer, end]) => {
    const start = from.get(writer) ?? startPosition
    if (start.segment === end.segment && start.offset === end.offset) return []
    const count = end.segment - start.segment + 1
    return Array.from({ length: count }, (_, n) => `events/${writer}/${segmentFile(start.segment + n)}`)
  })
}

function read(root: string, path: string, stat: Stats): TakenFile | undefined {
  const file = join(root, path)
  const signature = toSignature(stat)
  if (stat.isSymbolicLink()) return { path, mode: '120000', signature, bytes: Buffer.from(readlinkSync(file)) }
  if (!stat.isFile()) return undefined
  return { path, mode: (stat.mode & 0o100) === 0 ? '100644' : '100755', signature, bytes: readFileSync(file) }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(findErrno(error) ?? '')) return undefined
    throw error
  }
}
