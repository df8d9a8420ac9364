/** The events that take the words of a record out of the log. Pure. */
import { keyOf } from '../record/record-key.ts'
import type { ContentFields } from '../record/schema.ts'
import type { Actor } from '../record/vocabulary.ts'
import { countersOf } from './counters.ts'
import type { RecordState } from './fold.ts'
import type { LogEvent } from './newest-first.ts'
import type { EventDraft } from './schema.ts'
import { holdsWords } from './words.ts'

/** A name that a record has or had, and the events under it. */
export interface NameWithEvents {
  project: string
  id: string
  events: readonly LogEvent[]
  /** Another record was made under it since, which stays: then these are the events before that one. */
  isReused?: boolean
}

interface RedactCommand {
  /** The first is the present one. */
  names: readonly NameWithEvents[]
  actor: Actor
}

/** All words, and the record with them; none where no event has any. It is forgotten after that, and so stays forgotten. */
export function decideRedaction({
  names,
  actor,
  reason,
}: RedactCommand & { reason: string | undefined }): EventDraft[] {
  const spoken = names.map((name) => ({ name, events: idsOf(name, hasWords) }))
  if (spoken.every(({ events }) => events.length === 0)) return []
  const said = reason === undefined ? {} : { reason }
  const given = spoken.filter(({ name, events }) => !name.isReused || events.length > 0)
  return [
    ...given.map(({ name, events }) => ({
      actor,
      type: 'record.redacted' as const,
      data: { ...keyOf(name), events, ...(!name.isReused && { all: true as const }) },
    })),
    ...names
      .filter(({ isReused }) => !isReused)
      .map((name, index) => ({
        actor,
        type: 'record.forgotten' as const,
        data: { ...keyOf(name), ...(index === 0 && said) },
      })),
  ]
}

/**
 * All wordings but the present one, which is written anew; none where there is no other. Only events that are known are
 * named, so that an edit which another clone made meanwhile is not lost.
 */
export function decideWordingRedaction({
  names,
  actor,
  record,
}: RedactCommand & { record: RecordState }): EventDraft[] {
  const wordings = names
    .map((name) => ({ name, events: idsOf(name, isWording) }))
    .filter(({ events }) => events.length > 0)
  if (wordings.flatMap(({ events }) => events).length < 2) return []
  return [
    ...wordings.map(({ name, events }) => ({
      actor,
      type: 'record.redacted' as const,
      data: { ...keyOf(name), events },
    })),
    { actor, type: 'record.upserted', data: { ...keyOf(record), ...writtenAnew(record, names[0]?.events ?? []) } },
  ]
}

/** What was counted by events that go has to be counted all the same. */
function writtenAnew(record: RecordState, events: readonly LogEvent[]) {
  const set: ContentFields = { ...record.fields }
  const recurred = events.filter((event) => event.type === 'record.recurred' && isWording(event)).length
  if (recurred === 0) return { set, baseline: record.baseline }
  const { lastSeen } = countersOf(record)
  const occurrences = (record.baseline.occurrences ?? 1) + recurred
  return { set, baseline: { ...record.baseline, occurrences, ...(lastSeen !== undefined && { lastSeen }) } }
}

function hasWords({ type, data }: LogEvent): boolean {
  return data !== undefined && type !== 'record.redacted' && holdsWords(data)
}

/** What was said with a use or a rating is no wording of the record. That it was moved is no wording either. */
function isWording(event: LogEvent): boolean {
  if (!hasWords(event) || event.type === 'record.hit' || event.type === 'record.rated') return false
  const set = event.data !== undefined && 'set' in event.data ? Object.keys(event.data.set) : undefined
  return set === undefined || set.some((field) => field !== 'movedTo' && field !== 'updated')
}

function idsOf({ events }: NameWithEvents, isMeant: (event: LogEvent) => boolean): string[] {
  return events.filter(isMeant).map(({ id }) => id)
}
