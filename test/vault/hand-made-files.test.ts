/** Files as people and other tools write them, through the vault: read for what they say, changed in what changes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as jsYaml from 'js-yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { showRecord } from '../../src/vault/history/show.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault } from '../../src/vault/vault.ts'
import { allEvents, saidByFiles, saidByLog } from '../support/inspect.ts'
import { find, findIds } from '../support/search-vault.ts'
import { get, makeVault, project, put } from '../support/vault.ts'

async function withFile(text: string, id = 'r') {
  const made = await makeVault()
  onTestFinished(() => closeVault(made.vault))
  const path = join(made.root, `projects/${project}/notes/${id}.md`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  await refresh(made.vault, 'full')
  const read = () => readFileSync(path, 'utf8')
  const show = async () => (await showRecord(made.vault, { name: id, moment: 'now', project, cwd: '/' })).record
  return { ...made, path, read, show }
}

test('B037 a file with a byte order mark is shown, found and changed, and keeps its one mark and one block', async () => {
  const { vault, read, show } = await withFile('\ufeff---\ntitle: Alpha\ntags: [x]\n---\nbody\n')
  expect(await show()).toMatchObject({ title: 'Alpha', tags: ['x'], body: 'body' })
  expect(await findIds(vault, 'body', { tags: ['x'] })).toEqual(['r'])
  await put(vault, { id: 'r', tags: ['z'] })
  expect(read()).toMatch(/^\ufeff---\ntitle: Alpha\ntags: \[z\]\n/)
  expect(read().match(/\ufeff/g)).toHaveLength(1)
  expect(read().match(/^\ufeff?---$/gm)).toHaveLength(2)
  expect(await show()).toMatchObject({ title: 'Alpha', tags: ['z'], body: 'body' })
})

test.each(['America/Los_Angeles', 'Asia/Tokyo', 'UTC'])('B039 a date stays as it is written, in %s', async (zone) => {
  const before = process.env.TZ
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  process.env.TZ = zone
  const text = '---\ntitle: Alpha\ncreated: 2031-03-05\nread: 2031-03-06\ntags: [x]\n---\nbody\n'
  const { vault, read, show } = await withFile(text)
  expect(await show()).toMatchObject({ created: '2031-03-05' })
  expect((await find(vault, 'body')).hits).toMatchObject([{ created: '2031-03-05' }])
  await put(vault, { id: 'r', tags: ['z'] })
  const lines = read().split('\n')
  expect(lines.filter((line) => text.split('\n').includes(line))).toEqual(
    text.split('\n').filter((line) => line !== 'tags: [x]'),
  )
  expect(lines).toContain('tags: [z]')
})

describe('what a record is given comes back from its file', () => {
  const hard = [
    ...['`memo search` is slow', '@acme/ui moved', '*important*', '%done', '[[other]] later', '!note', '&x', '- item'],
    ...['? q', '| pipe', '> quote', '"abc "def" ghi"', 'Retry: use jitter', 'a: b'],
  ]
  test.each([
    ['B041 B042', hard],
    ['B044', ['no', 'yes', 'on', 'off', 'y', 'n', 'NO', '~', 'null', '1.10', '2031-03-05']],
  ])('%s as title, tag, source and facet, by us and by a reader of YAML 1.1', async (_, words) => {
    const { vault, root } = await makeVault()
    onTestFinished(() => closeVault(vault))
    for (const [n, word] of words.entries())
      await put(vault, { id: `r${n}`, title: word, tags: [word], source: word, facets: { of: [word] }, body: 'text' })
    expect(saidByFiles(root)).toEqual(saidByLog(vault))
    for (const [n, word] of words.entries()) {
      expect(saidByLog(vault)[`${project}/r${n}`]).toMatchObject({ title: word, tags: [word] })
      const [, block = ''] = readFileSync(join(root, `projects/${project}/notes/r${n}.md`), 'utf8').split('---\n')
      expect(jsYaml.load(block, { schema: jsYaml.YAML11_SCHEMA }), block).toMatchObject({
        ...{ title: word, tags: [word], source: word, facets: { of: [word] } },
      })
    }
    const events = allEvents(vault).length
    await rebuild(vault, { acceptDeletions: false })
    expect(allEvents(vault)).toHaveLength(events)
  })
})

test.each([
  [
    'behind the frontmatter',
    '---\ntitle: A\n---\nintro\n\n---\nkey: value\n---\nmore',
    'intro\n\n---\nkey: value\n---\nmore',
  ],
  ['at the start of a text', '---\n\nHello after a rule\n\n---\n\nbye', '---\n\nHello after a rule\n\n---\n\nbye'],
  ['inside a value', '---\ntitle: A\nsummary: |\n  one\n  ---\n  two\n---\nbody', 'body'],
])('B053 a rule %s loses no text, when shown and when changed', async (_, text, body) => {
  const { vault, read, show } = await withFile(`${text}\n`)
  expect(await show()).toMatchObject({ body })
  await put(vault, { id: 'r', tags: ['z'] })
  expect(await show()).toMatchObject({ body, tags: ['z'] })
  expect(read().endsWith(`${body}\n`)).toBe(true)
  expect(saidByLog(vault)[`${project}/r`]).toMatchObject({ body })
  if (text.includes('summary')) expect(read()).toContain('summary: |\n  one\n  ---\n  two\n')
})

test('a key by a name that an answer uses itself says nothing in its place', async () => {
  const { vault } = await withFile(
    '---\ntitle: Alpha\nprojectId: evil\nfilepath: /etc/passwd\nlines: all\nexpired: no\nmood: good\n---\nbody\n',
  )
  const { records } = await get(vault, 'r')
  expect(records).toMatchObject([
    { id: 'r', projectId: project, filepath: `projects/${project}/notes/r.md`, mood: 'good', body: 'body' },
  ])
  expect(records[0]).not.toHaveProperty('lines')
  expect(records[0]).not.toHaveProperty('expired')
})
