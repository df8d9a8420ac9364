import { expect, test } from 'vitest'
import { chunkHash } from '../../../src/projections/index/chunk-text.ts'
import { attachEmbeddings, dropEmbeddings, findPending } from '../../../src/projections/index/embedding-rows.ts'
import { cutPassages } from '../../../src/record/passages.ts'
import { indexOf } from '../../support/scoped-index.ts'

const long = Array.from({ length: 12 }, (_, n) => `# Part ${n}\n\n${`what part ${n} says. `.repeat(40)}`).join('\n')
const start = { record: 0, ordinal: -1 }

test('a long text waits for a model passage by passage, though no table holds them', () => {
  const { db } = indexOf([
    { project: 'demo', id: 'short', set: { kind: 'note', title: 'Short', body: 'Little to say.' } },
    { project: 'demo', id: 'long', set: { kind: 'note', title: 'Long', body: long } },
  ])
  attachEmbeddings(db, ':memory:', { create: true })
  dropEmbeddings(db)
  const pending = findPending(db, 'test', { after: start, limit: 100 })
  const passages = cutPassages(long).map(({ text }) => `Long\n${text}`)
  expect(pending.map(({ text }) => text)).toEqual(['Short\nLittle to say.', ...passages])
  expect(pending.every(({ hash, text }) => hash === chunkHash(text))).toBe(true)
  expect(JSON.stringify(db.prepare('SELECT * FROM passages').all())).not.toContain('what part')
  const third = pending[2]
  expect(findPending(db, 'test', { after: third ?? start, limit: 2 })).toEqual(pending.slice(3, 5))
})

test('a text that another process has changed since is left for the next time', () => {
  const { db } = indexOf([{ project: 'demo', id: 'long', set: { kind: 'note', title: 'Long', body: long } }])
  dropEmbeddings(db)
  db.prepare('UPDATE records SET body = body || ?').run('One more word.')
  const pending = findPending(db, 'test', { after: start, limit: 100 })
  expect(pending).toHaveLength(cutPassages(long).length - 1)
})
