/** Writers are read one after another, so an edit may be read long before the creation that it edits. */
import { describe, expect, test } from 'vitest'
import { foldRecords } from '../../../src/events/fold.ts'
import type { EventBody, StoredEvent } from '../../../src/events/schema.ts'
import { indexProjection } from '../../../src/projections/index/index-projection.ts'
import { memoryIndex } from '../../../src/projections/index/open-index.ts'
import { findRecord } from '../../../src/projections/index/record-rows.ts'
import { storedEvent, toId, toTime } from '../../support/arbitrary-events.ts'
import { foldAll } from '../../support/fold-all.ts'

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
