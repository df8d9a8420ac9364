/** Which events make up each counter of a record. Pure. */
import type { Baseline } from '../record/schema.ts'
import { type CountersView, countersOf } from './counters.ts'
import { emptyRecord, type RecordState } from './fold.ts'
import { toSteps } from './history.ts'
import type { StoredEvent } from './schema.ts'

export interface CountedEvent {
  event: string
  at: string
  actor: StoredEvent['actor']
  writer: string
}

export interface SessionUses {
  /** Null for uses that name no session. */
  session: string | null
  hits: number
  lastHit: string
}

export interface CountedRating extends CountedEvent {
  /** `helpful` …, or a signal from -1 to 1. */
  verdict: string | number
  session?: string
  comment?: string
  /** The average after it; null while nobody said anything. */
  outcome: number | null
}

export interface CounterHistory {
  /** What people see, by name. */
  counters: CountersView
  /** What the record had counted before its first event here. */
  baseline: Baseline
  hits: {
    counted: number
    via: { [via: string]: number }
    first?: CountedEvent
    last?: CountedEvent
    sessions: SessionUses[]
  }
  recurrences: CountedEvent[]
  ratings: CountedRating[]
}

type Hit = Extract<StoredEvent, { type: 'record.hit' }>

/** Of the events of one record, in event order. */
export function toCounterHistory(
  record: { project: string; id: string },
  events: readonly StoredEvent[],
): CounterHistory {
  const steps = toSteps(record, events)
  const state = steps.at(-1)?.after ?? emptyRecord(record.project, record.id)
  const recurrences = events.filter(({ type }) => type === 'record.recurred').map(toCounted)
  const ratings = steps.flatMap(({ event, after }) => toRating(event, after))
  const hits = events.filter((event): event is Hit => event.type === 'record.hit')
  return { counters: countersOf(state), baseline: state.baseline, hits: toHits(hits), recurrences, ratings }
}

function toHits(hits: readonly Hit[]): CounterHistory['hits'] {
  const [first, last] = [hits.at(0), hits.at(-1)]
  const via: { [via: string]: number } = {}
  for (const { data } of hits) via[data.via] = (via[data.via] ?? 0) + 1
  return {
    counted: hits.length,
    via,
    ...(first !== undefined && { first: toCounted(first) }),
    ...(last !== undefined && { last: toCounted(last) }),
    sessions: toSessions(hits),
  }
}

/** The one that used it last comes first. */
function toSessions(hits: readonly Hit[]): SessionUses[] {
  const uses = new Map<string | null, SessionUses>()
  for (const { at, data } of hits.toReversed()) {
    const session = data.session ?? null
    const known = uses.get(session) ?? { session, hits: 0, lastHit: at }
    uses.set(session, { ...known, hits: known.hits + 1 })
  }
  return [...uses.values()]
}

function toRating(event: StoredEvent, after: RecordState): CountedRating[] {
  if (event.type !== 'record.rated') return []
  const { rating, signal, session, comment } = event.data
  const said = { ...(session !== undefined && { session }), ...(comment !== undefined && { comment }) }
  const outcome = countersOf(after).outcome ?? null
  return [{ ...toCounted(event), verdict: rating ?? signal ?? 0, ...said, outcome }]
}

function toCounted({ id, at, actor, writer }: StoredEvent): CountedEvent {
  return { event: id, at, actor, writer }
}
