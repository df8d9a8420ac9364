/**
 * The whole log, read to its end to know that it is sound before anything is done by it. A log that is not large is kept as it was
 * read, because to check and parse it a second time takes as long.
 */
import type { Cursor, EventLog, ReadEvent, ToEvent } from '../../events/log.ts'
import type { SegmentStore } from '../../events/segments.ts'
import { stopPoint } from '../../lib/stop-point.ts'

/** Bytes of log of which the events are kept: some ten thousand records. Read, they take three times as much memory. */
const mostKept = 32 * 2 ** 20

/** Events read between two points where it can be ended: some hundredths of a second. */
const stride = 2000

/** Gives what reads the same events again, without the disk if that is possible. Throws INTEGRITY for a damaged log. */
export async function readWhole(
  log: EventLog,
  toEvent: ToEvent,
  signal: AbortSignal | undefined,
): Promise<Pick<EventLog, 'read'>> {
  const isKept = sizeOf(log.segments) <= mostKept
  const kept: ReadEvent[] = []
  let read = 0
  for (const step of log.read(new Map(), toEvent)) {
    if (isKept) kept.push(step)
    if (++read % stride === 0) await stopPoint(signal)
  }
  return isKept ? toKept(log, kept) : log
}

function sizeOf(segments: SegmentStore): number {
  const sizes = segments
    .writers()
    .flatMap((writer) => segments.list(writer).map((segment) => segments.size(writer, segment) ?? 0))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** What was written meanwhile is left to the next look. From a log that was cut meanwhile no event is given that it has not. */
function toKept(log: EventLog, kept: readonly ReadEvent[]): Pick<EventLog, 'read'> {
  const end: Cursor = new Map(kept.map(({ event, position }) => [event.writer, position]))
  return {
    read: (cursor, toEvent) => (log.shorterThan(end).length > 0 ? log.read(cursor, toEvent) : beyond(cursor, kept)),
  }
}

function* beyond(cursor: Cursor, kept: readonly ReadEvent[]): Generator<ReadEvent> {
  for (const step of kept) if (step.event.seq > (cursor.get(step.event.writer)?.seq ?? 0)) yield step
}
