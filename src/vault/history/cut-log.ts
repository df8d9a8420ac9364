/** The part of the log that a vault of an earlier moment has. */
import type { Entry } from '../../events/append.ts'
import type { Position } from '../../events/log.ts'
import { byOrder } from '../../events/merge-writers.ts'
import type { LogEvent } from '../../events/newest-first.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { forgottenNames, nameOfRecord } from './forgotten.ts'
import type { Cut } from './moment.ts'

export interface LogCut {
  /** The beginning of each writer's log, segment by segment, with how many bytes of each. */
  parts: { writer: string; segment: number; length: number }[]
  /** Lines that a repair moved behind newer ones, so that they are in no beginning: they go to a log of their own. */
  strays: Entry[]
  /**
   * Later events that forget what is forgotten by now, and those that say which lines have no data any more: an earlier state
   * of the vault must not be a way around either.
   */
  removals: Entry[]
  /** How many events there are up to the moment. */
  events: number
}

/** Reads the whole log. Throws INTEGRITY at a damaged line. */
export async function cutLog(vault: Vault, { holds }: Pick<Cut, 'holds'>): Promise<LogCut> {
  const { toEvent } = await loadReaders(vault)
  const ends = new Map<string, Position>()
  const closed = new Set<string>()
  const found = { strays: [] as Entry[], redactions: [] as LogEvent[], forgettings: [] as LogEvent[], events: 0 }
  let data: unknown
  const keepData: typeof toEvent = (line) => {
    data = line.data
    return toEvent(line)
  }
  for (const { event, position } of vault.log.read(new Map(), keepData)) {
    const isHeld = holds(event)
    if (isHeld) found.events += 1
    if (isHeld && !closed.has(event.writer)) ends.set(event.writer, position)
    else if (isHeld) found.strays.push(toEntry(event, data))
    else closed.add(event.writer)
    if (!isHeld && event.type === 'record.redacted') found.redactions.push(event)
    if (!isHeld && event.type === 'record.forgotten') found.forgettings.push(event)
  }
  const removals = [...found.redactions, ...lastForgettings(vault, found.forgettings)]
  return {
    parts: [...ends].flatMap(([writer, end]) => toParts(vault, writer, end)),
    strays: found.strays,
    removals: removals.sort(byOrder).map((event) => toEntry(event, event.data)),
    events: found.events,
  }
}

/** Of each record that is forgotten now, the event that last said so. */
function lastForgettings({ projections }: Vault, events: readonly LogEvent[]): LogEvent[] {
  const forgotten = forgottenNames(projections.db)
  const last = new Map<string, LogEvent>()
  for (const event of events.toSorted(byOrder)) {
    const name = nameOfRecord(event)
    if (forgotten.has(name)) last.set(name, event)
  }
  return [...last.values()]
}

function toParts({ log }: Vault, writer: string, { segment: last, offset }: Position): LogCut['parts'] {
  const segments = log.segments.list(writer).filter((segment) => segment <= last)
  return segments.map((segment) => ({
    writer,
    segment,
    length: segment === last ? offset : (log.segments.size(writer, segment) ?? 0),
  }))
}

function toEntry({ id, at, actor, type }: LogEvent, data: unknown): Entry {
  return { id, at, actor, type, data }
}
