import { describe, expect, test } from 'vitest'
import { countersOf } from '../../src/events/counters.ts'
import {
  decideHit,
  decideRating,
  decideUpsert,
  type HitCommand,
  type UpsertCommand,
  type UpsertDecision,
  type UpsertState,
} from '../../src/events/decide.ts'
import { emptyRecord, evolve, type RecordState } from '../../src/events/fold.ts'
import type { EventBody, EventDraft } from '../../src/events/schema.ts'
import { MemoError } from '../../src/lib/errors.ts'
import type { Baseline, ContentFields } from '../../src/record/schema.ts'
import { kindNames } from '../../src/record/vocabulary.ts'
import { storedEvent, toId, toTime } from '../support/arbitrary-events.ts'

const now = '2031-03-05T12:00:00.000Z'
const nothing: UpsertState = { current: undefined, repeated: undefined, superseded: undefined }

/** The state of a record after these events. */
function given(id: string, ...bodies: (EventDraft | EventBody)[]): RecordState {
  return bodies
    .map((body, n) => storedEvent(body, { writer: 'anna', seq: n + 1, id: toId(n, 0), at: toTime(n) }))
    .reduce(evolve, emptyRecord('shop', id))
}

function upserted(id: string, set: ContentFields, baseline?: Baseline): EventBody {
  return { type: 'record.upserted', data: { project: 'shop', id, set, ...(baseline && { baseline }) } }
}

function forgotten(id: string): EventBody {
  return { type: 'record.forgotten', data: { project: 'shop', id } }
}

function when(set: ContentFields, state: Partial<UpsertState> = {}, more: Partial<UpsertCommand> = {}): UpsertDecision {
  return decideUpsert({ project: 'shop', id: 'new', set, now, actor: 'cli', ...more }, { ...nothing, ...state })
}

function failure(run: () => unknown): { code: string; message: string } {
  try {
    run()
  } catch (error) {
    if (error instanceof MemoError) return error
    throw error
  }
  throw new Error('it did not fail')
}

function dataOf(decision: UpsertDecision, at = 0): unknown {
  return decision.events[at]?.data
}

const trap = upserted('old', { kind: 'trap', title: 'Old trap', status: 'active' })

describe('a new record', () => {
  test('is created with its defaults', () => {
    expect(when({ kind: 'note', title: 'Hello' })).toEqual({
      outcome: 'created',
      id: 'new',
      superseded: undefined,
      events: [
        {
          actor: 'cli',
          type: 'record.upserted',
          data: {
            project: 'shop',
            id: 'new',
            set: { kind: 'note', title: 'Hello', status: 'active', created: now, updated: now },
          },
        },
      ],
    })
  })

  test('a task begins as todo', () => {
    expect(dataOf(when({ kind: 'task' }))).toMatchObject({ set: { status: 'todo' } })
  })

  test('keeps the status and times that it brings along', () => {
    const past = '2029-01-01'
    expect(dataOf(when({ kind: 'note', status: 'paused', created: past }))).toMatchObject({
      set: { status: 'paused', created: past, updated: past },
    })
    expect(dataOf(when({ kind: 'note', created: past, updated: '2030-01-01' }))).toMatchObject({
      set: { created: past, updated: '2030-01-01' },
    })
  })

  test('brings a baseline of counters if it has one', () => {
    expect(dataOf(when({ kind: 'trap' }, {}, { baseline: { hits: 3 } }))).toHaveProperty('baseline', { hits: 3 })
    expect(dataOf(when({ kind: 'trap' }, {}, { baseline: {} }))).not.toHaveProperty('baseline')
  })

  test('in place of a forgotten one clears what that one had', () => {
    const current = given(
      'new',
      upserted('new', { kind: 'note', title: 'Old', tags: ['a'], module: 'm', constructor: 'c', status: 'paused' }),
      forgotten('new'),
    )
    const decision = when({ kind: 'fact', title: 'New', tags: undefined }, { current })
    expect(decision.outcome).toBe('created')
    expect(dataOf(decision)).toMatchObject({ unset: ['tags', 'module', 'constructor'] })
    const after = given('new', ...decision.events)
    expect(after.fields).toEqual({ kind: 'fact', title: 'New', status: 'active', created: now, updated: now })
  })
})

describe('an edit', () => {
  const current = given(
    'new',
    upserted('new', { kind: 'note', title: 'Hello', tags: ['a', 'b'], status: 'active', body: 'text' }),
  )

  test('says only what changed, and leaves the rest', () => {
    const decision = when({ kind: 'note', title: 'Hi', tags: ['a', 'b'] }, { current })
    expect(decision).toMatchObject({ outcome: 'changed', id: 'new' })
    expect(decision.events).toEqual([
      { actor: 'cli', type: 'record.upserted', data: { project: 'shop', id: 'new', set: { title: 'Hi' } } },
    ])
  })

  test('that changes nothing is no event', () => {
    for (const set of [
      {},
      { title: 'Hello' },
      { kind: 'note', tags: ['a', 'b'], body: 'text', module: undefined },
    ] as ContentFields[]) {
      expect(when(set, { current })).toEqual({ outcome: 'unchanged', id: 'new', superseded: undefined, events: [] })
    }
  })

  test('clears fields that are there', () => {
    const decision = when({}, { current }, { unset: ['tags', 'module', 'toString'] })
    expect(dataOf(decision)).toEqual({ project: 'shop', id: 'new', set: {}, unset: ['tags'] })
    expect(when({}, { current }, { unset: ['module', 'constructor'] }).outcome).toBe('unchanged')
  })

  test('that sets and clears a field sets it', () => {
    expect(dataOf(when({ tags: ['c'] }, { current }, { unset: ['tags'] }))).toEqual({
      project: 'shop',
      id: 'new',
      set: { tags: ['c'] },
    })
    expect(when({ tags: ['a', 'b'] }, { current }, { unset: ['tags'] }).outcome).toBe('unchanged')
  })

  test('cannot take the kind away', () => {
    expect(failure(() => when({}, { current }, { unset: ['kind'] })).code).toBe('USAGE')
  })

  test('may set a key that every object has', () => {
    expect(dataOf(when({ constructor: 'x' }, { current }))).toMatchObject({ set: { constructor: 'x' } })
  })

  test('of a record is no recurrence and takes no baseline', () => {
    const decision = when({ title: 'Hi' }, { current, repeated: given('old', trap) }, { baseline: { hits: 9 } })
    expect([decision.outcome, decision.id, dataOf(decision)]).toEqual([
      'changed',
      'new',
      { project: 'shop', id: 'new', set: { title: 'Hi' } },
    ])
  })

  test('once taken, is not taken again', () => {
    const decision = when({ title: 'Hi', tags: [] }, { current }, { unset: ['body'] })
    const after = [...decision.events].reduce(
      (state, draft, n) => evolve(state, storedEvent(draft, { writer: 'anna', seq: 9 + n, id: toId(9, n), at: now })),
      current,
    )
    expect(when({ title: 'Hi', tags: [] }, { current: after }, { unset: ['body'] }).outcome).toBe('unchanged')
  })
})

describe('a recurrence', () => {
  const repeated = given('old', trap)

  test('is counted on the trap that it repeats, with what was said this time', () => {
    expect(when({ kind: 'trap', title: 'Again', body: 'same', tags: ['x'] }, { repeated })).toEqual({
      outcome: 'recurred',
      id: 'old',
      superseded: undefined,
      events: [
        { actor: 'cli', type: 'record.recurred', data: { project: 'shop', id: 'old', title: 'Again', body: 'same' } },
      ],
    })
  })

  test('adds one occurrence', () => {
    const decision = when({ kind: 'trap', title: 'Again' }, { repeated })
    expect(countersOf(given('old', trap, ...decision.events)).occurrences).toBe(2)
  })

  test('is a new record when it supersedes', () => {
    const decision = when({ kind: 'trap', supersedes: 'old' }, { repeated, superseded: repeated })
    expect([decision.outcome, decision.id]).toEqual(['created', 'new'])
  })
})

describe('superseding', () => {
  const superseded = given('old', upserted('old', { kind: 'decision', status: 'active' }))
  const closing = { actor: 'cli', type: 'record.superseded', data: { project: 'shop', id: 'old', by: 'new' } }

  test('opens the new record, then closes the old one', () => {
    const decision = when({ kind: 'decision', supersedes: 'old' }, { superseded })
    expect(decision).toMatchObject({ outcome: 'created', superseded: 'old' })
    expect(decision.events.map(({ type }) => type)).toEqual(['record.upserted', 'record.superseded'])
    expect(decision.events[1]).toEqual(closing)
    expect(dataOf(decision)).not.toHaveProperty('baseline')
  })

  test('by an edit closes the old one too', () => {
    const current = given('new', upserted('new', { kind: 'decision' }))
    const decision = when({ supersedes: 'old' }, { current, superseded })
    expect(decision).toMatchObject({ outcome: 'changed', superseded: 'old' })
    expect(decision.events[1]).toEqual(closing)
  })

  test('said again changes nothing, even when the old one is gone by now', () => {
    const current = given('new', upserted('new', { kind: 'decision', supersedes: 'old' }))
    const closed = given('old', upserted('old', { kind: 'decision' }), closing as EventDraft)
    const gone = given('old', upserted('old', { kind: 'decision' }), forgotten('old'))
    for (const old of [closed, gone, undefined]) {
      expect(when({ supersedes: 'old' }, { current, superseded: old }).outcome).toBe('unchanged')
    }
  })

  test('said again closes the old one if it was opened in between', () => {
    const current = given('new', upserted('new', { kind: 'decision', supersedes: 'old' }))
    expect(when({ supersedes: 'old' }, { current, superseded }).events).toEqual([closing])
  })

  test('a trap goes on counting where the old one stood', () => {
    const recurred: EventBody = { type: 'record.recurred', data: { project: 'shop', id: 'old' } }
    const old = given('old', trap, recurred, recurred)
    const set: ContentFields = { kind: 'trap', supersedes: 'old' }
    expect(dataOf(when(set, { superseded: old }))).toMatchObject({ baseline: { occurrences: 4 } })
    expect(dataOf(when(set, { superseded: old }, { baseline: { hits: 2 } }))).toMatchObject({
      baseline: { occurrences: 4, hits: 2 },
    })
    expect(dataOf(when(set, { superseded: old }, { baseline: { occurrences: 9 } }))).toMatchObject({
      baseline: { occurrences: 9 },
    })
    expect(dataOf(when({ ...set, kind: 'note' }, { superseded: old }))).not.toHaveProperty('baseline')
  })

  test('itself is refused', () => {
    expect(failure(() => when({ kind: 'note', supersedes: 'new' }))).toMatchObject({ code: 'USAGE' })
    const current = given('new', upserted('new', { kind: 'note' }))
    expect(failure(() => when({ supersedes: 'new' }, { current, superseded: current })).code).toBe('USAGE')
  })

  test('in a circle is refused, also a long one', () => {
    const current = given('new', upserted('new', { kind: 'note' }))
    const back = given('old', upserted('old', { kind: 'note', supersedes: 'new' }))
    const far = given('old', upserted('old', { kind: 'note', supersedes: 'middle' }))
    const refused = { code: 'REFUSED', message: expect.stringContaining('circle') }
    expect(failure(() => when({ supersedes: 'old' }, { current, superseded: back }))).toMatchObject(refused)
    expect(
      failure(() => when({ supersedes: 'old' }, { current, superseded: far, successors: ['middle', 'old'] })),
    ).toMatchObject(refused)
    expect(when({ supersedes: 'old' }, { current, superseded: far, successors: ['middle'] }).outcome).toBe('changed')
  })

  test('what is not there, or not any more, is not found', () => {
    const gone = given('old', upserted('old', { kind: 'note' }), forgotten('old'))
    for (const missing of [undefined, gone]) {
      expect(failure(() => when({ kind: 'note', supersedes: 'old' }, { superseded: missing }))).toMatchObject({
        code: 'NOT_FOUND',
        message: 'there is no record old in project shop to supersede',
      })
    }
  })
})

describe('a hit', () => {
  const command: HitCommand = {
    record: { project: 'shop', id: 'cache', kind: 'trap' },
    via: 'search',
    session: 's1',
    query: 'slow cache',
    actor: 'mcp',
  }
  const key = { project: 'shop', id: 'cache' }

  test('is counted once a session, and the session remembers it', () => {
    expect(decideHit(command, false)).toEqual([
      { actor: 'mcp', type: 'record.hit', data: { ...key, via: 'search', session: 's1', query: 'slow cache' } },
      { actor: 'mcp', type: 'session.seen', data: { ...key, session: 's1' } },
    ])
    expect(decideHit(command, true)).toEqual([])
  })

  test('without a session is counted each time', () => {
    const events = [{ actor: 'mcp', type: 'record.hit', data: { ...key, via: 'search' } }]
    for (const seen of [false, true]) {
      expect(decideHit({ ...command, session: undefined, query: undefined }, seen)).toStrictEqual(events)
    }
  })

  test.each(kindNames)('on a %s counts if its kind is one that agents use', (kind) => {
    const counted = decideHit({ ...command, record: { ...command.record, kind } }, false).length > 0
    expect(counted).toBe(['trap', 'decision', 'spec', 'plan'].includes(kind))
  })
})

test('a rating says who rated what, and only what was given', () => {
  const given = { project: 'shop', id: 'cache', rating: 'wrong' as const, actor: 'cli' as const }
  expect(decideRating({ ...given, comment: undefined, session: undefined })).toStrictEqual([
    { actor: 'cli', type: 'record.rated', data: { project: 'shop', id: 'cache', rating: 'wrong' } },
  ])
  expect(decideRating({ ...given, comment: 'moved', session: 's1' })[0]?.data).toEqual({
    project: 'shop',
    id: 'cache',
    rating: 'wrong',
    comment: 'moved',
    session: 's1',
  })
})
