/** What the parts of a vault take on disk, in bytes. */
import { statSync } from 'node:fs'
import { measureObjects } from '../../audit/measure-objects.ts'
import type { SegmentStore } from '../../events/segments.ts'
import type { Vault } from '../vault.ts'

export interface Sizes {
  /** The event log of all writers. */
  log: number
  /** The index, with what stands beside its file. */
  index: number
  vectors: number
  /** Objects of the git repository; null where there is none, or git does not answer. */
  git: number | null
}

export async function measureSizes({ paths, log }: Vault): Promise<Sizes> {
  return {
    log: sizeOfLog(log.segments),
    index: ['', '-wal', '-journal'].reduce((sum, side) => sum + sizeOf(`${paths.index}${side}`), 0),
    vectors: sizeOf(paths.embeddings),
    git: await measureObjects(paths.root),
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function sizeOfLog(segments: SegmentStore): number {
  const sizes = segments
    .writers()
    .flatMap((writer) => segments.list(writer).map((segment) => segments.size(writer, segment) ?? 0))
  return sizes.reduce((sum, size) => sum + size, 0)
}
