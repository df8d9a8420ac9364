import { expect, test } from 'vitest'
import { emptyRecord, evolve, type RecordState } from '../../../src/events/fold.ts'
import type { EventBody } from '../../../src/events/schema.ts'
import { memoryIndex } from '../../../src/projections/index/open-index.ts'
import {
  findRecord,
  findRecordContent,
  findRecordContents,
  saveRecord,
} from '../../../src/projections/index/record-rows.ts'
import { storedEvent, toId } from '../../support/arbitrary-events.ts'

const at = '2031-05-01T10:00:00.000Z'
const given = { kind: 'note', title: 'One', status: 'active', created: at, updated: at, tags: ['a'] } as const

/** The events one after the other, as the fold adds them up and as a row gives them back. */
function store(...bodies: EventBody[]): { state: RecordState; again: RecordState | undefined; row: object } {
  const db = memoryIndex()
  const events = bodies.map((body, n) => storedEvent(body, { writer: 'ben', seq: n + 1, id: toId(1, n + 1), at }))
  const state = events.reduce(evolve, emptyRecord('demo', 'one'))
  saveRecord(db, undefined, state)
  const row = db.prepare('SELECT fields, stamps, tally FROM records').get() ?? {}
  return { state, again: findRecord(db, 'demo', 'one')?.state, row }
}

function upsert(set: object, unset: string[] = []): EventBody {
  return { type: 'record.upserted', data: { project: 'demo', id: 'one', set, unset } } as EventBody
}

const header = { writer: 'ben', seq: 1, id: toId(1, 1), at }
const first = `${toId(1, 1)}@ben`

test('of a record that one event wrote, a row holds neither names of registers nor what its columns say', () => {
  const { state, again, row } = store(upsert({ ...given, body: 'Text.' }))
  expect(row).toEqual({ fields: '{"tags":["a"]}', stamps: `{"${first}":0}`, tally: null })
  expect(again).toEqual(state)
})

test('an edit names what it wrote, and the first event still has the rest', () => {
  const { state, again, row } = store(upsert({ ...given, body: 'Text.' }), upsert({ title: 'Two', updated: at }))
  expect(row).toMatchObject({ stamps: `{"${first}":0,"${toId(1, 2)}@ben":["$gone","title","updated"]}` })
  expect(again).toEqual(state)
})

test.each<[string, EventBody[]]>([
  ['a time as a person wrote it', [upsert({ ...given, created: '2031-05-01 12:00+02:00', body: 'Text.' })]],
  ['a field that was taken away', [upsert({ ...given, body: 'Text.' }), upsert({}, ['tags'])]],
  ['no kind, no title, no status', [upsert({ created: at, updated: at })]],
  ['a key that begins with our sign', [upsert({ ...given, $gone: 'by hand', body: 'Text.' })]],
  [
    'a use',
    [upsert({ ...given, body: 'Text.' }), { type: 'record.hit', data: { project: 'demo', id: 'one', via: 'get' } }],
  ],
])('%s comes back as it was', (_, bodies) => {
  const { state, again } = store(...bodies)
  expect(again).toEqual(state)
})

test('an empty body was written all the same', () => {
  const { state, again } = store(upsert({ ...given, body: '' }))
  expect(again?.stamps).toEqual(state.stamps)
})

test('what many records say is what each says, and only of those that are there', () => {
  const db = memoryIndex()
  const keys = ['acme', 'demo'].flatMap((project) => ['full', 'empty', 'none'].map((id) => ({ project, id })))
  for (const [n, { project, id }] of keys.entries()) {
    const body = id === 'none' ? {} : { body: id === 'full' ? `Text of ${project}.` : '' }
    const data = { project, id, set: { ...given, kind: 'note' as const, tags: ['a'], ...body } }
    const event = storedEvent({ type: 'record.upserted', data }, { ...header, seq: n + 1, id: toId(1, n + 1) })
    saveRecord(db, undefined, evolve(emptyRecord(project, id), event))
  }
  const asked = [{ project: 'acme', id: 'missing' }, ...keys.slice(1)]
  const each = keys.slice(1).map(({ project, id }) => [`${project}/${id}`, findRecordContent(db, project, id)] as const)
  const found = findRecordContents(db, asked)
  expect([...found].toSorted(byName)).toEqual(each.toSorted(byName))
  expect(found.get('demo/empty')?.fields).not.toHaveProperty('body')
  expect(findRecordContents(db, [])).toEqual(new Map())
})

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

test('stamps in which a bit was flipped are damage, for which the index is folded anew', () => {
  const db = memoryIndex()
  saveRecord(db, undefined, evolve(emptyRecord('demo', 'one'), storedEvent(upsert(given), header)))
  db.prepare(`UPDATE records SET stamps = replace(stamps, ':0}', ':1}')`).run()
  expect(() => findRecord(db, 'demo', 'one')).toThrow(expect.objectContaining({ code: 'SQLITE_CORRUPT' }))
})
