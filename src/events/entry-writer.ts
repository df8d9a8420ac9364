/** Writing many ready-made entries to one writer's log, in batches of one write and one sync each. */
import { appendEntries, type Entry } from './append.ts'
import { cutTornTail } from './log-end.ts'
import type { SegmentStore } from './segments.ts'

export interface EntryWriter {
  add(entry: Entry): void
  /** Writes what is left and returns how many entries were written in all. */
  finish(): number
}

/** Bytes of data per write: enough that the sync of each does not matter, few enough that segments seal in time. */
const batchSize = 64 * 1024

export function openEntryWriter(segments: SegmentStore, writer: string): EntryWriter {
  let batch: Entry[] = []
  let size = 0
  let written = 0
  const flush = (): void => {
    if (batch.length > 0) appendEntries(segments, writer, cutTornTail(segments, writer).position, batch)
    written += batch.length
    batch = []
    size = 0
  }
  return {
    add: (entry) => {
      batch.push(entry)
      size += JSON.stringify(entry.data).length
      if (size >= batchSize) flush()
    },
    finish: () => {
      flush()
      return written
    },
  }
}
