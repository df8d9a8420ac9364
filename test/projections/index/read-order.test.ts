/** Writers are read one after another, so an edit may be read long before the creation that it edits. */
import { describe, expect, test } from 'vitest'
import { foldRecords } from '../../../src/events/fold.ts'
import type { EventBody, StoredEvent } from '../../../src/events/schema.ts'
import { indexProjection } from '../../../src/projections/index/index-projection.ts'
import { memoryIndex } from '../../../src/projections/index/open-index.ts'
import { findRecord } from '../../../src/projections/index/record-rows.ts'
import { searchReader } from '../../../src/projections/index/search-reader.ts'
import { keywordWeights, passageWeights } from '../../../src/retrieval/shared-numbers.ts'
import { storedEvent, toId, toTime } from '../../support/arbitrary-events.ts'
import { foldAll } from '../../support/fold-all.ts'
import { everything, ttl } from '../../support/scoped-index.ts'

const key = { project: 'shop', id: 'one' }
const creation = event(
  { type: 'record.upserted', data: { ...key, set: { kind: 'note', title: 'One', body: 'text' } } },
  1,
  'zoe',
)

function event(body: EventBody, time: number, writer = 'ben'): StoredEvent {
  return storedEvent(body, { writer, seq: 1, id: toId(time, 1), at: toTime(time) })
}

describe('a creation that is read last', () => {
  test.each<[string, EventBody, boolean]>([
    ['an edit', { type: 'record.upserted', data: { ...key, set: { title: 'Two' } } }, false],
    ['a hit', { type: 'record.hit', data: { ...key, via: 'get' } }, false],
    ['an archiving', { type: 'record.archived', data: key }, false],
    ['a forgetting', { type: 'record.forgotten', data: key }, true],
  ])('after %s leaves the record as the log says', (_, later, isGone) => {
    const db = memoryIndex()
    const index = indexProjection(db)
    index.reset()
    const events = [event(later, 2), creation]
    for (const each of events) foldAll(index, [each])
    expect(findRecord(db, key.project, key.id)?.state).toEqual(foldRecords(events).get('shop/one'))
    expect(db.prepare('SELECT gone FROM records').get()).toEqual({ gone: isGone ? 1 : 0 })
  })
})

test('turns of one moment stand as they were said, whatever was read of them first', () => {
  const said = (id: string, time: number) => {
    const facets = { session: ['s'] }
    const set = { kind: 'conversation' as const, title: id, body: id, eventAt: '2031-03-05', facets }
    return event({ type: 'record.upserted', data: { project: 'shop', id, set } }, time, 'zoe')
  }
  const turns = [said('t9', 1), said('t10', 2), said('t11', 3)]
  const edit = event({ type: 'record.upserted', data: { project: 'shop', id: 't11', set: { title: 'Last' } } }, 4)
  const orderOf = (events: readonly StoredEvent[]): unknown[] => {
    const db = memoryIndex()
    const index = indexProjection(db)
    index.reset()
    for (const each of events) foldAll(index, [each])
    const reader = searchReader(db, { ttl, weights: keywordWeights, passageWeights })
    const key = Number(db.prepare("SELECT key FROM records WHERE id = 't9'").get()?.key)
    return reader.turnsAround([key], everything).map(({ id }) => id)
  }
  expect(orderOf([...turns, edit])).toEqual(['t9', 't10', 't11'])
  expect(orderOf([edit, ...turns])).toEqual(['t9', 't10', 't11'])
})
