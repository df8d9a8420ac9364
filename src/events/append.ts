/** Adding lines to the end of a writer's log, each continuing the chain. */
import type { Ports } from '../lib/ports.ts'
import { toIso } from '../record/times.ts'
import { encodeLine, type RedactedData } from './codec.ts'
import { cutTornTail } from './log-end.ts'
import type { Position } from './position.ts'
import type { EventDraft, EventHeader, StoredEvent } from './schema.ts'
import type { SegmentStore } from './segments.ts'
import { laterUlid, nextUlid } from './ulid.ts'

/** A segment at or above this size is sealed: git stores each commit's blob whole, so segments stay small. */
export const sealedSize = 512 * 1024

export interface AppendedLine {
  event: StoredEvent
  /** Where a reader stands after this line. */
  position: Position
}

export interface Appender {
  /** Gives the drafts their ids and places in the chain; nothing is written yet. What it returns is what a reader will read. */
  stage(drafts: readonly EventDraft[]): AppendedLine[]
  /** Writes all that was staged in one write and one sync: the commit point. */
  commit(): void
}

export interface AppendInput {
  segments: SegmentStore
  ports: Ports
  writer: string
  /** The greatest event id seen in the vault. */
  floor: string
}

/** Starts an append of new events at the end of the writer's log, a torn tail set aside. */
export function beginAppend({ segments, ports, writer, floor }: AppendInput): Appender {
  const { position } = cutTornTail(segments, writer)
  const lines = stageLines(writer, position, { sealsInside: false })
  let id = laterUlid(floor, position.id)
  return {
    stage: (drafts) =>
      drafts.map((draft) => {
        id = nextUlid(id, ports)
        return lines.stage({ ...draft, id, at: toIso(ports.now()) })
      }),
    commit: () => lines.write(segments),
  }
}

/** All of a line that its place in the log does not give. */
export interface Entry extends Pick<EventHeader, 'id' | 'at' | 'actor' | 'type'> {
  data: unknown
  redacted?: RedactedData | undefined
}

/**
 * Appends lines after `end`, which must be the end of the writer's log, nothing torn: one write and one sync for each
 * segment. Segments are sealed line by line, so the same entries give the same files however they are batched.
 */
export function appendEntries(
  segments: SegmentStore,
  writer: string,
  end: Position,
  entries: readonly Entry[],
): AppendedLine[] {
  const lines = stageLines(writer, end, { sealsInside: true })
  const appended = entries.map((entry) => lines.stage(entry))
  lines.write(segments)
  return appended
}

/** Without `sealsInside` all lines go to one segment, however large it gets: they are one command's, all or none. */
function stageLines(writer: string, end: Position, { sealsInside }: { sealsInside: boolean }) {
  let position = toOpenSegment(end)
  let chunks: { segment: number; text: string }[] = []
  return {
    stage: ({ id, at, actor, type, data, redacted }: Entry): AppendedLine => {
      if (sealsInside) position = toOpenSegment(position)
      const line = encodeLine(
        { id, writer, seq: position.seq + 1, at, actor, type, prev: position.hash },
        data,
        redacted,
      )
      chunks.push({ segment: position.segment, text: line.text })
      position = {
        segment: position.segment,
        offset: position.offset + Buffer.byteLength(line.text),
        seq: line.header.seq,
        hash: line.headerHash,
        id: laterUlid(id, position.id),
      }
      return { event: { ...line.header, data: JSON.parse(line.dataText) } as StoredEvent, position }
    },
    write: (segments: SegmentStore): void => {
      for (const [segment, lines] of Map.groupBy(chunks, (chunk) => chunk.segment)) {
        segments.append(writer, segment, Buffer.from(lines.map(({ text }) => text).join('')))
      }
      chunks = []
    },
  }
}

function toOpenSegment(end: Position): Position {
  return end.offset >= sealedSize ? { ...end, segment: end.segment + 1, offset: 0 } : end
}
