import { expect, test } from 'vitest'
import { copyFixture, makeFiles, take } from '../../../support/import-vault.ts'
import { saidByIndex } from '../../../support/inspect.ts'
import { makeVault } from '../../../support/vault.ts'

test('takes notes in with their links, tags, aliases and dates, and says what it left', async () => {
  const { vault } = await makeVault()
  const report = await take(vault, 'obsidian', copyFixture('obsidian'))
  expect(report).toMatchObject({ items: 5, created: 5, rejected: [], renamed: [], dangling: 2 })
  expect(report.skipped).toEqual([
    { origin: 'obsidian/Attachments/board.canvas', message: 'it is no note' },
    { origin: 'obsidian/Attachments/pier.png', message: 'it is no note' },
    { origin: 'obsidian/Templates/daily.md', message: 'it is a template' },
  ])
  const said = saidByIndex(vault)
  expect(Object.keys(said)).toEqual([
    ...['acme/202411031230', 'acme/2025-01-31', 'acme/harbor-plan', 'acme/home', 'acme/use-the-blue-rope'],
  ])
  const home = said['acme/home']
  expect(home).toMatchObject({
    ...{ title: 'Home', kind: 'note', origin: 'obsidian/Home.md', aliases: ['Start Page', 'Entry'] },
    tags: ['harbor/overview', 'harbor/quay', 'moc', 'todo'],
    links: [
      { type: 'up', target: 'harbor-plan' },
      { type: 'mentions', target: '202411031230' },
    ],
  })
  expect(home?.body.split('\n')).toEqual([
    'Everything begins at [[harbor-plan|the plan]] and the [[202411031230#Load limits|Projects/Crane#Load limits]].',
    'See also [the crane](Projects/Crane.md#notes) and ![[pier.png]].',
    '',
    '| note | why |',
    '| --- | --- |',
    '| [[202411031230\\|Crane]] | heavy |',
    '| [[harbor-plan\\|plan]] | first |',
    '',
    '#todo and #harbor/quay, but not #42 or `#code`.',
    '',
    '```',
    '[[Crane]] in code #stays',
    '```',
  ])
  expect(said['acme/202411031230']).toMatchObject({
    ...{ title: 'Crane', created: '2024-11-03T12:30:00', updated: '2024-12-01', cssclasses: ['wide'] },
    imported: { status: 'In progress' },
    body: expect.stringContaining('Back to [[home]] or [[home|Start Page]], or to [[Nowhere]].'),
  })
  expect(said['acme/harbor-plan']).toMatchObject({ kind: 'plan', imported: { created: '2024/11/03' } })
  expect(said['acme/2025-01-31']).toMatchObject({ kind: 'log', eventAt: '2025-01-31', tags: ['daily'] })
  expect(said['acme/use-the-blue-rope']).toMatchObject({ kind: 'decision' })
})

test.each([
  ['YYYY/MM/DD-MM-YYYY', '31-01-2025', '2025-01-31'],
  ['YYYYMMDD', '20250131', '2025-01-31'],
  ['[Day] YYYY.MM.DD, dddd', 'Day 2025.01.31, Friday', '2025-01-31'],
  ['YYYY-MM-DD', '2025-02-31', undefined],
  ['YYYY-YYYY', '2025-2025', undefined],
  ['(((', '(((', undefined],
])('a daily note of the form %j called %j is of %j', async (format, name, eventAt) => {
  const { vault } = await makeVault()
  const settings = { '.obsidian/daily-notes.json': JSON.stringify({ format }), [`${name}.md`]: 'Text.' }
  await take(vault, 'obsidian', makeFiles(settings))
  expect(Object.values(saidByIndex(vault))[0]?.eventAt).toBe(eventAt)
})

test('long rows of marks are read in no time', async () => {
  const { vault } = await makeVault()
  const rows = ['[[', '[[a#', '![[a|', '](a.md#', '#a/', '`', '[[a\\\\', '| [[', '](<']
  const files = rows.map((row, index) => [`${index}.md`, row.repeat(20_000)])
  const property = ['p.md', `---\nup: "[[${'a'.repeat(500_000)}"\naliases: "${' '.repeat(500_000)}x"\n---\nText.`]
  const report = await take(vault, 'obsidian', makeFiles(Object.fromEntries([...files, property])))
  expect(report).toMatchObject({ created: rows.length + 1, dangling: 0, rejected: [] })
})

test('names that differ in case, Unicode form or folder alone are notes of their own', async () => {
  const { vault } = await makeVault()
  const names = ['Note.md', 'note.md', 'caf\u00e9.md', 'cafe\u0301.md', 'a/same.md', 'b/same.md', 'CON.md', 'b/…?.md']
  const folder = makeFiles(Object.fromEntries(names.map((name, index) => [name, `Text ${index}. [[b/same]]`])))
  expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: names.length, rejected: [], dangling: 0 })
  expect(Object.keys(saidByIndex(vault)).map((key) => key.slice('acme/'.length))).toEqual([
    ...['b-same', 'cafe', 'cafe-2', 'note', 'note-2', 'same', expect.stringMatching(/^x-[0-9a-f]{10}$/), 'x-con'],
  ])
  expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: 0, changed: 0, unchanged: names.length })
})
