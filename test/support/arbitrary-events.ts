/** Events of every type for property tests. */
import fc from 'fast-check'
import { type EventBody, type EventType, eventPayloads, type StoredEvent } from '../../src/events/schema.ts'
import { isId } from '../../src/record/ids.ts'
import { contentFieldNames } from '../../src/record/schema.ts'
import { actors, kindNames, ratings, severities, statuses } from '../../src/record/vocabulary.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(',"data":', '}\n{', '\0', '"'))
const someText = text.filter((value) => value !== '')
/** One that is cut into passages. */
const longText = text.map((each) => `${each}\n\nA word of it.\n`.repeat(200))
const id = fc.stringMatching(/^[a-z0-9_][a-z0-9._-]{0,9}$/).filter(isId)
const time = fc.constantFrom('2031-03-05', '2031-03-05T10:00:00Z', '2031-03-05 12:00:00.5+02:00', '2030-01-01T00:00')

const knownFields = fc.record(
  {
    kind: fc.constantFrom(...kindNames),
    title: someText,
    status: fc.constantFrom(...statuses),
    tags: fc.array(someText, { maxLength: 3 }),
    severity: fc.constantFrom(...severities),
    created: time,
    updated: time,
    entities: fc.array(someText, { maxLength: 3 }),
    supersedes: id,
    links: fc.array(fc.record({ type: someText, target: someText }), { maxLength: 2 }),
    facets: fc.dictionary(someText, fc.array(text, { maxLength: 2 }), { maxKeys: 2 }),
    body: fc.oneof(text, longText, fc.constant('')),
  },
  { requiredKeys: [] },
)

/** Keys that a person added, among them names that an object has without being told. */
const extraNames = fc
  .oneof(text, fc.constantFrom('constructor', 'toString', '$gone', '$baseline', '$$gone', 'data', ''))
  .filter((name) => name !== '__proto__' && !contentFieldNames.includes(name))
const extraFields = fc.dictionary(extraNames, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
const set = fc.tuple(extraFields, knownFields).map(([extra, known]) => ({ ...extra, ...known }))
const unset = fc.array(
  fc.oneof(fc.constantFrom('title', 'tags', 'status', 'created', 'updated', 'supersededBy'), extraNames),
  {
    maxLength: 3,
  },
)
const baseline = fc.record(
  {
    hits: fc.nat(9),
    occurrences: fc.integer({ min: 1, max: 9 }),
    lastHit: time,
    outcome: fc.constantFrom(-1, 0.25, 1),
  },
  { requiredKeys: [] },
)

const rating = fc.record({ rating: fc.constantFrom(...ratings) })
const signal = fc.record({ signal: fc.constantFrom(-1, -0.25, 0, 0.5, 1) })

const optional = { requiredKeys: [] as [] }

function payloads(key: { project: fc.Arbitrary<string>; id: fc.Arbitrary<string> }): {
  [T in EventType]: fc.Arbitrary<object>
} {
  const keyed = <T extends object>(
    rest: { [K in keyof T]: fc.Arbitrary<T[K]> },
    most: { [name: string]: fc.Arbitrary<unknown> } = {},
  ) => fc.tuple(fc.record({ ...key, ...rest }), fc.record(most, optional)).map(([all, some]) => ({ ...all, ...some }))
  return {
    'vault.created': fc.record({ name: text }, optional),
    'project.registered': fc.record(
      { project: key.project, name: text, aliasOf: fc.option(key.project) },
      { requiredKeys: ['project'] },
    ),
    'record.upserted': keyed({ set }, { unset, baseline }),
    'record.recurred': keyed({}, { title: text, body: text }),
    'record.superseded': keyed({ by: id }),
    'record.archived': keyed({}, { reason: text }),
    'record.restored': keyed({}, { reason: text }),
    'record.forgotten': keyed({}, { reason: text }),
    'record.redacted': keyed({ events: fc.array(fc.string(), { maxLength: 2 }) }),
    'record.hit': keyed({ via: fc.constantFrom('get', 'search', 'bootstrap') }, { session: someText, query: text }),
    'session.seen': keyed({ session: someText }),
    'record.rated': fc
      .tuple(keyed({}, { comment: text, session: someText }), fc.oneof(rating, signal))
      .map(([said, verdict]) => ({ ...said, ...verdict })),
    'query.logged': fc.record(
      {
        ...{ query: text, filters: fc.array(text, { maxLength: 2 }), profile: text, total: fc.nat(), ms: fc.nat() },
        ...{ ids: fc.array(text, { maxLength: 3 }), projects: fc.array(id, { maxLength: 2 }), session: someText },
      },
      { requiredKeys: ['query', 'filters', 'profile', 'total', 'ms', 'ids'] },
    ),
  }
}

const eventTypes = Object.keys(eventPayloads) as EventType[]

/** The body of an event as it comes back from JSON, of any type. */
export function anyBody(
  key: { project: fc.Arbitrary<string>; id: fc.Arbitrary<string> } = { project: id, id },
): fc.Arbitrary<EventBody> {
  const byType = payloads(key)
  return fc
    .constantFrom(...eventTypes)
    .chain((type) => byType[type].map((data) => ({ type, data: JSON.parse(JSON.stringify(data)) }) as EventBody))
}

export const anyActor = fc.constantFrom(...actors)

/**
 * A history of two records by three writers whose clocks disagree. Ids rise within a writer, and two writers may give
 * the same id.
 */
export const anyHistory: fc.Arbitrary<StoredEvent[]> = fc
  .array(
    fc.record({
      writer: fc.constantFrom('anna', 'ben', 'cleo'),
      body: anyBody({ project: fc.constant('shop'), id: fc.constantFrom('one', 'two') }),
      time: fc.nat(4),
      minute: fc.nat(59),
    }),
    { maxLength: 25 },
  )
  .map((entries) => {
    const seqs = new Map<string, number>()
    return entries
      .sort((a, b) => a.time - b.time)
      .map(({ writer, body, time, minute }) => {
        const seq = (seqs.get(writer) ?? 0) + 1
        seqs.set(writer, seq)
        return storedEvent(body, { writer, seq, id: toId(time, seq), at: toTime(minute) })
      })
  })

/** An event as the log would give it, with checks that nobody reads. */
export function storedEvent(
  body: EventBody,
  header: { writer: string; seq: number; id: string; at: string },
): StoredEvent {
  return { v: 1, actor: 'cli', digest: '', prev: '', crc: '', ...header, ...body } as StoredEvent
}

export function toId(time: number, seq: number): string {
  return `${String(time).padStart(10, '0')}${String(seq).padStart(16, '0')}`
}

export function toTime(minute: number): string {
  return `2031-03-05T10:${String(minute).padStart(2, '0')}:00.000Z`
}
