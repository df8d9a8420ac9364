import { symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFiles, take } from '../../../support/import-vault.ts'
import { makeVault } from '../../../support/vault.ts'

test('a file that is there is taken by its name, whatever a pattern would make of that', async () => {
  const { vault } = await makeVault()
  const names = ['Plan (2024).md', 'a{b,c}.md', '[draft] x.md', '!now.md', 'plus+(x).md']
  const cwd = makeFiles(Object.fromEntries(names.map((name) => [name, `The text of ${name}.`])))
  const taken = await take(vault, 'markdown', cwd, { cwd, paths: names })
  expect(taken).toMatchObject({ created: names.length, rejected: [], skipped: [] })
})

test('a folder is read for every ending that a file may be named with', async () => {
  const { vault } = await makeVault()
  const folder = makeFiles({ 'a.md': 'A', 'b.MD': 'B', 'c.markdown': 'C', 'd/e.mdx': 'E', 'f.txt': 'F' })
  expect(await take(vault, 'markdown', folder)).toMatchObject({ created: 4, rejected: [] })
})

test('a path that means no file is told, beside others that do', async () => {
  const { vault } = await makeVault()
  const cwd = makeFiles({ 'a.md': 'A', 'b.txt': 'B', 'folder/c.txt': 'C' })
  const paths = ['a.md', 'b.txt', 'folder', 'gone.md', 'x/*.md']
  expect(await take(vault, 'markdown', cwd, { cwd, paths })).toMatchObject({
    created: 1,
    rejected: [
      { origin: 'gone.md', message: 'no Markdown file matches it' },
      { origin: 'x/*.md', message: 'no Markdown file matches it' },
    ],
    skipped: [
      { origin: 'b.txt', message: 'it is no Markdown file' },
      { origin: 'folder', message: 'it has no Markdown file' },
    ],
  })
  const nothing = { paths: ['b.txt', 'folder'], cwd: dirname(cwd) }
  await expect(take(vault, 'markdown', basename(cwd), nothing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a link in a folder is told and not followed; one that is named is meant', async () => {
  const { vault } = await makeVault()
  const cwd = makeFiles({ 'a.md': 'A', 'notes/b.md': 'B', 'other/c.md': 'C' })
  symlinkSync('../a.md', join(cwd, 'notes/out.md'))
  symlinkSync('../other', join(cwd, 'notes/linked'))
  for (const name of ['program', 'gone', 'circle'])
    symlinkSync(name === 'program' ? '../a.md' : 'circle', join(cwd, 'notes', name))
  expect(await take(vault, 'markdown', cwd, { cwd, paths: ['notes'] })).toMatchObject({
    created: 1,
    rejected: [{ origin: 'notes/out.md', message: 'it is a symbolic link, which is not followed' }],
    skipped: [{ origin: 'notes/linked', message: 'it is a link to a folder' }],
  })
  expect(await take(vault, 'markdown', cwd, { cwd, paths: ['notes/out.md'] })).toMatchObject({ created: 1 })
})

test.each([
  [['folder'], /^name files that end in/],
  [['gone.md'], 'check the path'],
  [['folder', '*.md'], /^quote the pattern/],
])('the hint fits what %j has', async (paths, hint) => {
  const { vault } = await makeVault()
  const cwd = makeFiles({ 'folder/c.txt': 'C' })
  await expect(take(vault, 'markdown', cwd, { cwd, paths })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    hint: expect.stringMatching(hint),
  })
})
