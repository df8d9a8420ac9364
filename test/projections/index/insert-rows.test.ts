/** Rows that go many to a statement are those that would go one by one. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrderOf, insertRows, type Target } from '../../../src/projections/index/insert-rows.ts'
import { memoryIndex } from '../../../src/projections/index/open-index.ts'

const target = { table: 'record_tags', columns: ['record', 'tag'] }

test('any number of rows arrives, each once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 120 }), (keys) => {
      const db = memoryIndex()
      insertRows(
        db,
        target,
        keys.map((key) => [key, `tag ${key}`]),
      )
      const rows = db.prepare('SELECT record, tag FROM record_tags ORDER BY record').all()
      expect(rows).toEqual(keys.toSorted((a, b) => a - b).map((record) => ({ record, tag: `tag ${record}` })))
      db.close()
    }),
    { numRuns: 20 },
  )
})

test('a row that comes twice is passed over where the table says so, and else refused', () => {
  const db = memoryIndex()
  const twice = Array.from({ length: 60 }, (_, n) => [n % 30, 'same'])
  expect(() => insertRows(db, target, twice)).toThrow('UNIQUE')
  db.prepare('DELETE FROM record_tags').run()
  insertRows(db, { ...target, or: 'IGNORE' }, twice)
  expect(db.prepare('SELECT count(*) AS count FROM record_tags').get()).toEqual({ count: 30 })
  db.close()
})

test('a row that comes again takes the place of the first where the table says so', () => {
  const db = memoryIndex()
  const ratings: Target = { table: 'ratings', columns: ['record', 'stamp', 'at'], or: 'REPLACE' }
  insertRows(
    db,
    ratings,
    Array.from({ length: 60 }, (_, n) => [n % 30, 'same', `${n}`]),
  )
  const rows = db.prepare('SELECT record, at FROM ratings ORDER BY record').all()
  expect(rows).toEqual(Array.from({ length: 30 }, (_, n) => ({ record: n, at: `${n + 30}` })))
  db.close()
})

test('rows in the order of a text are the same rows, and alike ones stay as they came', () => {
  const rows = [
    [1, 'b'],
    [2, 'a'],
    [3, 'b'],
    [4, 'a'],
  ]
  expect(inOrderOf(1, rows).map(([key]) => key)).toEqual([2, 4, 1, 3])
})
