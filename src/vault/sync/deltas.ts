/** The events since the common base, by record: those that came and those that were written here. */

import { isRecordEvent, stampOf } from '../../events/fold.ts'
import { splitLines, tryDecode } from '../../events/lines.ts'
import type { ToEvent } from '../../events/log.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import { findSegment, type Segment } from '../../events/segments.ts'
import { indexCursor, needReaders } from '../append.ts'
import type { Vault } from '../vault.ts'
import type { News } from './news.ts'

export type EventsByRecord = Map<string, StoredEvent[]>

export interface Deltas {
  came: EventsByRecord
  /** Of the records that something came for, and of those whose files changed. */
  here: EventsByRecord
}

/** `damaged` are the segments of theirs that were not taken; whether the others are written already makes no difference. */
export function readDeltas(vault: Vault, news: News, damaged: ReadonlySet<string>, files: Iterable<string>): Deltas {
  const { toEvent } = needReaders(vault)
  const came: EventsByRecord = new Map()
  for (const { path, after } of news.changes) {
    if (after === undefined || findSegment(path) === undefined || damaged.has(path)) continue
    collect(came, eventsIn(toEvent, news.read(after.oid).subarray(sizeAtBase(news, path))), () => true)
  }
  const theirs = new Set([...came.values()].flat().map(stampOf))
  const wanted = new Set([...came.keys(), ...files])
  const here: EventsByRecord = new Map()
  for (const segment of ownSegments(vault)) {
    const from = sizeAtBase(news, vault.log.segments.name(segment.writer, segment.segment))
    if ((vault.log.segments.size(segment.writer, segment.segment) ?? 0) <= from) continue
    const bytes = vault.log.segments.read(segment.writer, segment.segment, from)
    collect(here, eventsIn(toEvent, bytes), (key, event) => wanted.has(key) && !theirs.has(stampOf(event)))
  }
  return { came, here }
}

/** How many of their events the index has not seen. */
export function countNewEvents(vault: Vault, news: News): number {
  const { toEvent } = needReaders(vault)
  const cursor = indexCursor(vault)
  const segments = news.changes.flatMap(({ path, after }) => (findSegment(path) && after ? [news.read(after.oid)] : []))
  const events = segments.flatMap((bytes) => [...eventsIn(toEvent, bytes)])
  return events.filter(({ writer, seq }) => seq > (cursor.get(writer)?.seq ?? 0)).length
}

function ownSegments({ log: { segments } }: Vault): Segment[] {
  return segments.writers().flatMap((writer) => segments.list(writer).map((segment) => ({ writer, segment })))
}

function sizeAtBase({ baseLog }: News, path: string): number {
  return baseLog.find((file) => file.path === path)?.size ?? 0
}

/** Lines that cannot be read are somebody else's to tell. */
function* eventsIn(toEvent: ToEvent, bytes: Buffer): Generator<StoredEvent> {
  for (const line of splitLines(bytes, 0)) {
    const decoded = tryDecode(line)
    if (typeof decoded === 'string') continue
    const event = toEvent(decoded)
    if (isFoldable(event)) yield event
  }
}

function collect(
  into: EventsByRecord,
  events: Iterable<StoredEvent>,
  isWanted: (key: string, event: StoredEvent) => boolean,
): void {
  for (const event of events) {
    if (!isRecordEvent(event)) continue
    const key = `${event.data.project}/${event.data.id}`
    if (!isWanted(key, event)) continue
    const known = into.get(key)
    if (known === undefined) into.set(key, [event])
    else known.push(event)
  }
}
