import { expect, test } from 'vitest'
import { answerable, records, unanswerable } from './abstention-corpus.ts'

test('every question is asked once, and every answer is a record', () => {
  const ids = new Set(records.map(({ id }) => id))
  const questions = [...answerable.map(({ query }) => query), ...unanswerable]
  expect(ids.size).toBe(records.length)
  expect(new Set(questions).size).toBe(questions.length)
  expect(answerable.filter(({ id }) => !ids.has(id))).toEqual([])
  expect(Math.min(answerable.length, unanswerable.length)).toBeGreaterThanOrEqual(100)
})
