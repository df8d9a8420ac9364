import { expect, test } from 'vitest'
import { findInOrder, findOpenings, findPostings, findTexts } from '../../../src/projections/index/postings.ts'
import type { Scope } from '../../../src/retrieval/port.ts'
import { everything, indexOf, ttl } from '../../support/scoped-index.ts'

const weights = { id: 1, title: 3, tags: 1, pathPatterns: 1, headings: 1, body: 1, parts: 1 }

const count = 2010
const { db } = indexOf(
  Array.from({ length: count }, (_, n) => ({
    project: 'acme',
    id: `r${n}`,
    set: { kind: n % 3 === 0 ? 'plan' : 'note', title: n % 100 === 0 ? 'jitter' : 'retry', body: `${n}` },
  })),
)

test('a beginning that most of many records hold counts the same in each; a rarer one by how often and where', () => {
  const common = findPostings(db, '"ret"*', weights)
  expect(common.keys.length).toBeLessThan(2000)
  expect(common.scores).toHaveLength(common.keys.length)
  const every = findPostings(db, '"r"*', weights)
  expect(every).toMatchObject({ keys: expect.toSatisfy((keys) => keys.length === count), scores: undefined })
  expect(findPostings(db, '"jit"*', weights).scores?.every((score) => score > 0)).toBe(true)
})

test('the first by project and id are the same, whether they are most of the records or some', () => {
  const { keys } = findPostings(db, '"r"*', weights)
  const plans = { ...everything, kinds: ['plan' as const] }
  const first = (some: ArrayLike<number>, scope: Scope, limit = 5): number[] =>
    findInOrder(db, Array.from(some), scope, { ttl, limit })
  const byId = (some: ArrayLike<number>, limit = 5): number[] => {
    const rows = db.prepare('SELECT key FROM records ORDER BY project, id').all()
    const wanted = new Set(Array.from(some))
    return rows.flatMap(({ key }) => (wanted.has(Number(key)) ? [Number(key)] : [])).slice(0, limit)
  }
  expect(first(keys, everything)).toEqual(byId(keys))
  expect(first(keys.slice(0, 300), everything)).toEqual(byId(keys.slice(0, 300)))
  expect(first(keys, everything, 5000)).toEqual(byId(keys, 5000))
  expect(first(keys, plans, count)).toHaveLength(count / 3)
  expect(first(keys, plans)).toEqual(first(first(keys, plans, count), plans))
  expect(first(keys, { ...everything, projects: ['other'] })).toEqual([])
})

test('an opening is the text of a record, but for the end of a long body', () => {
  const bodies = ['', 'short', 'x'.repeat(1200), 'x'.repeat(1201), `${'é’😀'.repeat(500)} and the end`]
  const { db: other } = indexOf(
    bodies.map((body, n) => ({ project: 'acme', id: `r${n}`, set: { kind: 'note', title: `title ${n}`, body } })),
  )
  const keys = bodies.map((_, n) => n + 1)
  const [texts, openings] = [findTexts(other, keys), findOpenings(other, keys)]
  expect([...openings.keys()].sort()).toEqual(keys)
  for (const [key, text] of texts) {
    const body = [...text.slice(text.indexOf('\n') + 1)].slice(0, 1200).join('')
    expect(openings.get(key)).toBe(`${text.slice(0, text.indexOf('\n'))}\n${body}`)
  }
})
