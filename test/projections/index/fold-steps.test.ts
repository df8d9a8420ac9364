/** The index by itself: the rows of a history must not tell in which steps it was folded. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldRecords } from '../../../src/events/fold.ts'
import type { EventBody, StoredEvent } from '../../../src/events/schema.ts'
import type { IndexDatabase } from '../../../src/projections/index/database.ts'
import { indexProjection } from '../../../src/projections/index/index-projection.ts'
import { memoryIndex } from '../../../src/projections/index/open-index.ts'
import { findRecord } from '../../../src/projections/index/record-rows.ts'
import type { Projection } from '../../../src/projections/projection.ts'
import type { ContentFields } from '../../../src/record/schema.ts'
import { anyHistory, storedEvent, toId } from '../../support/arbitrary-events.ts'
import { dumpIndex } from '../../support/inspect.ts'
import { runs } from '../../support/runs.ts'

/** @param piece events that are given together within a step; what is stored is saved behind every second of them */
function fold(events: readonly StoredEvent[], step: number, piece = step): IndexDatabase {
  const db = memoryIndex()
  const projection = indexProjection(db)
  projection.reset()
  for (let at = 0; at < events.length; at += step) {
    db.transaction(() => {
      const folding = projection.begin()
      for (let from = at; from < Math.min(at + step, events.length); from += piece) {
        folding.apply(events.slice(from, Math.min(from + piece, at + step)))
        if (((from - at) / piece) % 2 === 1) folding.save?.()
      }
      folding.finish()
    })
  }
  return db
}

const dump = (db: IndexDatabase) => dumpIndex({ projections: { db } })

function history(...sets: ContentFields[]): StoredEvent[] {
  return sets.map((set, n) => stored({ type: 'record.upserted', data: { project: 'demo', id: 'one', set } }, n))
}

test('law: an index folded in steps of any size, and in pieces of those, equals one folded at once', () => {
  const size = fc.integer({ min: 1, max: 4 })
  fc.assert(
    fc.property(anyHistory, size, size, (events, step, piece) => {
      const whole = events.length || 1
      const wanted = dump(fold(events, whole))
      expect(dump(fold(events, step))).toEqual(wanted)
      expect(dump(fold(events, whole, piece))).toEqual(wanted)
    }),
    runs(60),
  )
})

test('law: a row gives back what its events add up to, but for an empty text, which is none to it', () => {
  fc.assert(
    fc.property(anyHistory, fc.integer({ min: 1, max: 4 }), (events, step) => {
      const db = fold(events, step)
      for (const state of foldRecords(events).values()) {
        const { body, ...rest } = state.fields
        const fields = body === '' ? rest : state.fields
        expect(findRecord(db, state.project, state.id)?.state).toEqual({ ...state, fields })
      }
    }),
    runs(60),
  )
})

test('an index that is ended while it writes what is searched, and then folds more, equals one folded at once', () => {
  const notes = 1200
  const made = Array.from({ length: notes }, (_, n) => storedAt(n, { kind: 'note', title: `Note ${n}`, tags: ['new'] }))
  const edits = [3, 1100].map((n, at) => storedAt(n, { title: `Edited ${n}`, tags: ['old'] }, notes + at))
  const gone = [5, 1150].map((n, at) => stored({ type: 'record.forgotten', data: keyOf(n) }, notes + 2 + at))
  const late = storedAt(notes, { kind: 'note', body: 'The last, see [[n3]].' }, notes + 4)
  const more = [...edits, ...gone, late]
  const db = memoryIndex()
  const projection = indexProjection(db)
  projection.reset()
  foldPart(db, projection, made)
  expect(countSearched(db)).toBe(0)
  expect(db.transaction(() => projection.completePart?.())).toBe(true)
  expect(countSearched(db)).toBe(1000)
  foldPart(db, indexProjection(db), more)
  while (db.transaction(() => projection.completePart?.()) === true);
  expect(countSearched(db)).toBe(notes - 1)
  expect(dump(db)).toEqual(dump(fold([...made, ...more], notes + 5)))
  expect(findWords(db, '"edited" OR "old"')).toBe(2)
})

test('of long texts a step takes fewer', () => {
  const long = 'A sentence that says nothing new. '.repeat(50_000)
  const db = memoryIndex()
  const projection = indexProjection(db)
  projection.reset()
  foldPart(
    db,
    projection,
    [0, 1, 2].map((n) => storedAt(n, { kind: 'note', body: long })),
  )
  const counts = [1, 2, 3].map(() => [db.transaction(() => projection.completePart?.()), countSearched(db)])
  expect(counts).toEqual([
    [true, 2],
    [true, 3],
    [false, 3],
  ])
})

function foldPart(db: IndexDatabase, projection: Projection, events: readonly StoredEvent[]): void {
  db.transaction(() => {
    const folding = projection.begin(true)
    folding.apply(events)
    folding.finish()
  })
}

function countSearched(db: IndexDatabase): number {
  return Number(db.prepare('SELECT count(*) AS count FROM records_fts').get()?.count)
}

function findWords(db: IndexDatabase, words: string): number {
  return db.prepare('SELECT rowid FROM records_fts WHERE records_fts MATCH ?').all(words).length
}

function keyOf(n: number) {
  return { project: 'demo', id: `n${n}` }
}

function stored(body: EventBody, at: number): StoredEvent {
  return storedEvent(body, { writer: 'ben', seq: at + 1, id: toId(1, at + 1), at: '2031-05-01T10:00:00.000Z' })
}

function storedAt(n: number, set: ContentFields, at = n): StoredEvent {
  return stored({ type: 'record.upserted', data: { ...keyOf(n), set } }, at)
}

/** A file edited by hand may say `"\ud800"`, which YAML allows; SQLite keeps no such half as it is. */
test.each([
  ['a name', { entities: ['na\ud800me'] }, { title: 'Two' }],
  ['a name that goes', { entities: ['na\ud800me'] }, { entities: ['other'] }],
  ['two names that SQLite holds for one', { entities: ['na\ud800me', 'na\ud801me'] }, { title: 'Two' }],
  ['a tag', { tags: ['ta\ud800g'] }, { tags: ['tag'] }],
  ['a title', { title: 'The queue\ud800' }, { title: 'Two' }],
  ['a text', { body: 'Of `na\ud800me`.' }, { body: 'Of nothing.' }],
])('half a surrogate pair in %s leaves nothing behind', (_, first, second) => {
  const events = history({ kind: 'note', title: 'One', ...first }, second)
  expect(dump(fold(events, 1))).toEqual(dump(fold(events, 2)))
})

test('half a surrogate pair in a title comes back as it was', () => {
  const title = 'The queue\ud800'
  const db = fold(history({ kind: 'note', title }), 1)
  expect(findRecord(db, 'demo', 'one')?.state.fields.title).toBe(title)
})
