/** The events of the last command of this clone that changed records, from the note of it and from the log. */
import { type LogEvent, readNewestFirst } from '../../events/newest-first.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import { needReaders } from '../append.ts'
import { isOfCommand, readCommandNote } from '../note-command.ts'
import type { Vault } from '../vault.ts'
import { readWriter } from '../writer.ts'

export interface LastCommand {
  /** Oldest first. */
  events: StoredEvent[]
  /** Nothing was noted: what was written in the same millisecond is taken for one command. */
  guessed: boolean
}

/** Undefined where this clone has changed nothing. The readers must be loaded. Throws INTEGRITY at a damaged line. */
export function findLastCommand(vault: Vault): LastCommand | undefined {
  const writer = readWriter(vault.paths)?.writer ?? ''
  const last = takeFirst(readOwn(vault, writer), isOfCommand)
  if (last === undefined) return undefined
  const runs = readCommandNote(vault, writer)
  const isWithin = ({ seq }: LogEvent): boolean => runs.some(([from, to]) => from <= seq && seq <= to)
  // A note that does not hold the last change is of an earlier command: the index was lost, or could not be written.
  const guessed = !isWithin(last)
  const isOfIt = guessed ? (event: LogEvent) => millisecondOf(event) === millisecondOf(last) : isWithin
  const least = Math.min(...runs.map(([from]) => from))
  const isBefore = ({ seq, id }: LogEvent): boolean => (guessed ? id < millisecondOf(last) : seq < least)
  const events: StoredEvent[] = []
  for (const event of readOwn(vault, writer)) {
    if (isBefore(event)) break
    if (isOfIt(event) && isFoldable(event)) events.push(event)
  }
  return { events: events.reverse(), guessed }
}

function readOwn(vault: Vault, writer: string): Iterable<LogEvent> {
  const { toEvent } = needReaders(vault)
  const { segments } = vault.log
  return segments.writers().includes(writer) ? readNewestFirst({ segments, toEvent, writers: [writer] }) : []
}

function takeFirst(events: Iterable<LogEvent>, isIt: (event: LogEvent) => boolean): LogEvent | undefined {
  for (const event of events) if (isIt(event)) return event
  return undefined
}

/** By the time of its id: all events of one append have the same. */
function millisecondOf({ id }: LogEvent): string {
  return id.slice(0, 10)
}
