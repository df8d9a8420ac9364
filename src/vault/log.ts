/** Reading the event log itself: its newest events, and one event. */
import { type LogEvent, readNewestFirst } from '../events/newest-first.ts'
import { ulidTime } from '../events/ulid.ts'
import { MemoError } from '../lib/errors.ts'
import type { Actor, EventType } from '../record/vocabulary.ts'
import { reading } from './as-of.ts'
import { findEvent } from './find-event.ts'
import { loadReaders, type Vault } from './vault.ts'

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
    for (const event of readNewestFirst({ segments, toEvent, writers, mayBeWanted: toPrefilter(input) })) {
      if (!matches(event, input)) continue
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

/** By the bytes of a line, so that the many that do not match are not decoded. What it lets pass is looked at again. */
function toPrefilter(input: LogInput): (line: Buffer) => boolean {
  const { types, actors, record, session } = input
  const needles = [
    ...(types?.length === 1 ? [`"type":${JSON.stringify(types[0])}`] : []),
    ...(actors?.length === 1 ? [`"actor":${JSON.stringify(actors[0])}`] : []),
    ...(record === undefined ? [] : [`"id":${JSON.stringify(record.split('/').at(-1))}`]),
    ...(session === undefined ? [] : [`"session":${JSON.stringify(session)}`]),
  ]
  return (line) => isWithin(idIn(line), input) && needles.every((needle) => line.includes(needle))
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

function matches(event: LogEvent, input: LogInput): boolean {
  const { types, actors, record, session } = input
  return (
    isWithin(event.id, input) &&
    (types === undefined || types.some((type) => type === event.type)) &&
    (actors === undefined || actors.includes(event.actor)) &&
    (record === undefined || isAbout(event, record)) &&
    (session === undefined || (event.data !== undefined && 'session' in event.data && event.data.session === session))
  )
}

function isAbout({ data }: LogEvent, record: string): boolean {
  if (data === undefined || !('id' in data)) return false
  return data.id === record || `${data.project}/${data.id}` === record
}

/** One event by its id or a unique beginning of it. Throws NOT_FOUND or AMBIGUOUS. */
export async function showEvent(vault: Vault, id: string): Promise<{ event: LogEvent }> {
  return { event: await findEvent(vault, id) }
}
