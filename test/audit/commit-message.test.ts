/** The message of a commit, built and read back. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildCommitMessage, parseCommitMessage, type ToldEvent } from '../../src/audit/commit-message.ts'

const ulid = (n: number): string => `01M8NK${String(n).padStart(20, '0')}`

function told(n: number, type: string, data: object, actor = 'cli'): ToldEvent {
  return { id: ulid(n), actor, type, data }
}

const added = told(1, 'record.upserted', { project: 'shop', id: 'herd', set: { kind: 'trap', title: 'Herd' } })
const edited = told(2, 'record.upserted', { project: 'shop', id: 'herd', set: { title: 'Herds' } })
const hit = (n: number): ToldEvent =>
  told(n, 'record.hit', { project: 'shop', id: 'herd', via: 'get', session: `s${n}` })
const subject = (events: ToldEvent[], sync?: string): string =>
  buildCommitMessage({ writer: 'anna', events, ...(sync !== undefined && { sync }) }).split('\n')[0] ?? ''

test('the subject says what happened in a line', () => {
  expect(subject([added])).toBe('add trap herd (shop)')
  expect(subject([told(1, 'project.registered', { project: 'shop' }), added])).toBe('add trap herd (shop)')
  expect(subject([edited])).toBe('edit herd (shop)')
  expect(subject([hit(1), hit(2), hit(3), edited])).toBe('3 hits, 1 edit in shop')
  expect(subject([hit(1), told(2, 'record.rated', { project: 'other', id: 'x', rating: 'helpful' })])).toBe(
    '1 hit, 1 rating in 2 projects',
  )
  expect(subject([])).toBe('keep changed settings and files')
  expect(subject([told(1, 'vault.created', {})])).toBe('vault.created')
  expect(subject([added], 'abc')).toBe('sync: add trap herd (shop)')
  expect(subject([], 'abc')).toBe('take in what others wrote')
  expect(subject([told(1, 'record.upserted', { project: 'p', id: 'x'.repeat(99), set: {} })])).toHaveLength(72)
})

test('trailers name writer, events, actors and sessions, and are read back', () => {
  const message = buildCommitMessage({ writer: 'anna', events: [added, hit(2), hit(3)], sync: 'f00d' })
  expect(message).toBe(
    `sync: 2 hits, 1 addition in shop\n\nMemo-Writer: anna\nMemo-Event: ${ulid(1)}\nMemo-Event: ${ulid(2)}\n` +
      `Memo-Event: ${ulid(3)}\nMemo-Actor: cli\nMemo-Session: s2\nMemo-Session: s3\nMemo-Sync: f00d\n`,
  )
  expect(parseCommitMessage(message)).toEqual({
    writer: 'anna',
    events: [ulid(1), ulid(2), ulid(3)],
    range: undefined,
    actors: ['cli'],
    sessions: ['s2', 's3'],
    sync: 'f00d',
  })
})

test('more than 20 events are named by the first and the last', () => {
  const events = Array.from({ length: 21 }, (_, n) => hit(n))
  const parsed = parseCommitMessage(buildCommitMessage({ writer: 'anna', events }))
  expect(parsed).toMatchObject({ events: [], range: { first: ulid(0), last: ulid(20) } })
  expect(parsed?.sessions).toHaveLength(20)
  expect(parseCommitMessage(buildCommitMessage({ writer: 'a', events: events.slice(1) }))?.events).toHaveLength(20)
})

test('a commit of somebody else has none of it', () => {
  for (const message of ['Update one.md', 'Merge branch x\n\nMemo-Event: in the body\n\nSigned-off-by: A', '']) {
    expect(parseCommitMessage(message)).toBeUndefined()
  }
})

test('whatever a session or a record is called, a message has the trailers that it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 }), (session, id) => {
      const event = told(1, 'record.hit', { project: 'p', id, via: 'get', session })
      const parsed = parseCommitMessage(buildCommitMessage({ writer: 'anna', events: [event] }))
      expect(parsed).toMatchObject({ writer: 'anna', events: [ulid(1)], actors: ['cli'] })
      expect(parsed?.sessions.length).toBeLessThanOrEqual(1)
    }),
  )
})
