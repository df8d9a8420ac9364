import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { basicMemory } from '../../../../src/vault/import/sources/basic-memory.ts'
import { findNoteMarks } from '../../../../src/vault/import/sources/basic-memory-marks.ts'
import { readItems } from '../../../support/import-items.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const fixture = fileURLToPath(new URL('../../../fixtures/import/basic-memory/', import.meta.url))

test('a note keeps its text; its typed relations, tags, categories and dates become fields', async () => {
  const items = await readItems(basicMemory, [join(fixture, 'notes/main')])
  const [note] = items.filter((item) => item.origin === 'main/decisions/Use One Queue.md')
  expect(note).toMatchObject({
    type: 'decision',
    folder: 'decisions',
    idsFrom: ['decisions/use-one-queue'],
    names: ['Use One Queue', 'decisions/use-one-queue', 'decisions/Use One Queue.md'],
    record: {
      ...{ title: 'Use One Queue', kind: 'decision', owner: 'Mara', source: 'basic-memory' },
      ...{ created: '2031-02-03T10:00:00+00:00', updated: '2031-02-05T08:30:00+00:00' },
      permalink: 'decisions/use-one-queue',
      tags: ['queue', 'infra', 'fairness', 'ops', 'todo-box'],
      facets: { category: ['reason', 'limit'] },
      links: [
        { type: 'replaces', target: 'Two Queues' },
        { type: 'is part of', target: 'main/harbor' },
        { type: 'relates_to', target: 'boat::Engine Log' },
      ],
      body: expect.stringContaining('- see also [[Use One Queue]] for more'),
    },
  })
  const told = items.map((item) => {
    const what =
      'record' in item ? item.record.kind : 'problem' in item ? item.problem : 'skipped' in item && item.skipped
    return `${item.origin}: ${what}`
  })
  expect(told).toEqual([
    'main/Harbor.md: note',
    expect.stringMatching(/^main\/broken.md: line 3: /),
    'main/picture.svg: it is no Markdown file',
    'main/plain.md: note',
    'main/transcript.md: note',
    'main/decisions/Two Queues.md: decision',
    'main/decisions/Use One Queue.md: decision',
    'main/people/Mara Lindt.md: person',
  ])
})

test('its settings lead to all projects, and what is not there is told', async () => {
  const folder = makeTempDir()
  cpSync(join(fixture, 'notes'), join(folder, 'notes'), { recursive: true })
  mkdirSync(join(folder, '.basic-memory'))
  const settings = readFileSync(join(fixture, 'settings/config.json'), 'utf8')
  writeFileSync(join(folder, '.basic-memory/config.json'), settings.replaceAll('NOTES', join(folder, 'notes')))
  const items = await readItems(basicMemory, ['.basic-memory'], { cwd: folder })
  const [log] = items.filter((item) => item.origin === 'boat/Engine Log.md')
  expect(log).toMatchObject({
    names: expect.arrayContaining(['boat/Engine Log', 'boat::Engine Log']),
    record: { project: 'boat', kind: 'log' },
  })
  expect(items).toContainEqual({ origin: 'away', skipped: 'its notes are not on this machine' })
  expect(items).toContainEqual({ origin: 'gone', problem: `there is no folder ${join(folder, 'notes/gone')}` })
  expect(items.filter((item) => 'record' in item && item.record.project === 'main')).toHaveLength(6)
})

test('a path that is nothing, or no settings, is refused', async () => {
  const folder = makeTempDir()
  const fault = (path: string) => readItems(basicMemory, [path], { cwd: folder }).catch((error: unknown) => error)
  expect(await fault('none')).toMatchObject({ code: 'NOT_FOUND' })
  writeFileSync(join(folder, 'config.json'), '{"projects": 3}')
  expect(await fault('config.json')).toMatchObject({ code: 'REFUSED' })
  expect(await readItems(basicMemory, ['.'], { cwd: folder })).toMatchObject([{ skipped: 'it is no Markdown file' }])
})

test.each([
  ['- uses [[A]]', { links: [{ type: 'uses', target: 'A' }] }],
  ['* "works with" [[A#part|b]] (for now)', { links: [{ type: 'works with', target: 'A' }] }],
  ['1. uses [[A]]', { links: [{ type: 'uses', target: 'A' }] }],
  ['- uses [[A]] and [[B]]', { links: [] }],
  ['- uses [[A]] (one) and [[B]] (two)', { links: [] }],
  ['uses [[A]]', { links: [] }],
  ['- [[A]]', { links: [], categories: [] }],
  ['```\n- uses [[A]]\n- [x-y] z #t\n```', { links: [], tags: [], categories: [] }],
  ['- [tech] fast #a#b, #42 #bm:links_to', { categories: ['tech'], tags: ['a', 'b'] }],
  ['- [x] done #t', { categories: [], tags: ['t'] }],
  ['- uses [[', { links: [] }],
  ['- uses [[ ]]', { links: [] }],
])('the marks of %j', (body, marks) => {
  expect(findNoteMarks({}, body)).toMatchObject(marks)
})

test('long runs of anything take no long time', () => {
  const runs = [')', '[[', '#', '(', '"', '- ', '[a', ' \t', '[x] '].map((text) => `- a ${text.repeat(100_000)} x`)
  expect(findNoteMarks({}, runs.join('\n')).links).toEqual([])
})
