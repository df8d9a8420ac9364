/** Reading the event log itself: its newest events, and one event. */
import { type LogEvent, readNewestFirst } from '../../events/newest-first.ts'
import { ulidTime } from '../../events/ulid.ts'
import { MemoError } from '../../lib/errors.ts'
import type { Actor, EventType } from '../../record/vocabulary.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { reading } from './as-of.ts'
import { isMeant, toPrefilter } from './event-filter.ts'
import { findEvent } from './find-event.ts'

export interface LogInput {
  /** The newest so many that match. */
  limit: number
  /** The oldest of them first. */
  reverse: boolean
  /** From here on, up to but without `until`, by the time in the ids (ms since the epoch). */
  since: number | undefined
  until: number | undefined
  types: readonly EventType[] | undefined
  actors: readonly Actor[] | undefined
  /** About this record: `id` or `project/id`. */
  record: string | undefined
  session: string | undefined
  writer: string | undefined
}

export interface LogResult {
  events: LogEvent[]
  /** Whether older events match too. */
  more: boolean
  stale: boolean
}

/** The newest events that match. Throws INTEGRITY at a damaged line that it comes to, NOT_FOUND for an unknown writer. */
export async function listEvents(vault: Vault, input: LogInput): Promise<LogResult> {
  return reading(vault, { scan: 'bounded' }, async ({ stale }) => {
    const { toEvent } = await loadReaders(vault)
    const { segments } = vault.log
    const writers = writersOf(segments.writers(), input.writer)
    const events: LogEvent[] = []
    const isHopeful = toPrefilter(input)
    const mayBeWanted = (line: Buffer): boolean => isWithin(idIn(line), input) && isHopeful(line)
    for (const event of readNewestFirst({ segments, toEvent, writers, mayBeWanted })) {
      if (!isWithin(event.id, input) || !isMeant(event, input)) continue
      if (events.length === input.limit) return toResult(events, { ...input, more: true, stale })
      events.push(event)
    }
    return toResult(events, { ...input, more: false, stale })
  })
}

function writersOf(writers: readonly string[], writer: string | undefined): readonly string[] {
  if (writer === undefined) return writers
  if (writers.includes(writer)) return [writer]
  throw new MemoError('NOT_FOUND', `there is no writer ${writer} in this vault`, {
    hint: `its writers are ${writers.join(', ')}`,
  })
}

function toResult(newestFirst: LogEvent[], { reverse, more, stale }: Omit<LogResult, 'events'> & { reverse: boolean }) {
  return { events: reverse ? newestFirst.reverse() : newestFirst, more, stale }
}

const idStart = '{"v":1,"id":"'.length

/** The id that a line begins with; where it does not begin so, decoding says what is wrong. */
function idIn(line: Buffer): string {
  return line.toString('latin1', idStart, idStart + 26)
}

function isWithin(id: string, { since, until }: LogInput): boolean {
  const time = since === undefined && until === undefined ? Number.NaN : ulidTime(id)
  return !(time < (since ?? time)) && !(time >= (until ?? Number.POSITIVE_INFINITY))
}

/** One event by its id or a unique beginning of it. Throws NOT_FOUND or AMBIGUOUS. */
export async function showEvent(vault: Vault, id: string): Promise<{ event: LogEvent }> {
  return { event: await findEvent(vault, id) }
}
