import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addFiles, copyFixture, makeFiles, take } from '../../../support/import-vault.ts'
import { saidByIndex } from '../../../support/inspect.ts'
import { makeVault } from '../../../support/vault.ts'

test('a record for each section, and one for a rule', async () => {
  const { vault } = await makeVault()
  const folder = copyFixture('agent-files')
  expect(await take(vault, 'agent-files', folder)).toMatchObject({ created: 7, rejected: [] })
  expect(saidByIndex(vault)).toMatchObject({
    'acme/harbor': { origin: 'agent-files/AGENTS.md#Harbor', body: '# Harbor\n\nHarbor moves containers.' },
    'acme/commands': { kind: 'note', title: 'Commands', body: expect.stringContaining('# this is no heading') },
    'acme/commands-2': { origin: 'agent-files/AGENTS.md#Commands (2)', body: '## Commands\n\nMore of them.' },
    'acme/gotchas': { kind: 'trap' },
    'acme/api': { title: 'Rules for the API', pathPatterns: ['src/api/**/*.ts', 'src/http/**'], alwaysApply: false },
    'acme/always-answer-in-short-sentences': { origin: 'agent-files/.cursorrules' },
  })
})

test('a section that was changed changes its record, a new one before it does not', async () => {
  const { vault } = await makeVault()
  const folder = copyFixture('agent-files')
  const file = join(folder, 'AGENTS.md')
  await take(vault, 'agent-files', file)
  addFiles(folder, {
    'AGENTS.md': '# Harbor\n\nHarbor moves containers.\n\n## First\n\nNew.\n\n## Gotchas\n\nIts clock is right now.\n',
  })
  expect(await take(vault, 'agent-files', file)).toMatchObject({ created: 1, changed: 1, unchanged: 1, rejected: [] })
  expect(saidByIndex(vault)['acme/gotchas']?.body).toBe('## Gotchas\n\nIts clock is right now.')
})

test('files of one name in two folders are two, by name as in their folders', async () => {
  const { vault } = await makeVault()
  const folder = makeFiles({ 'a/CLAUDE.md': 'Of a.', 'b/CLAUDE.md': 'Of b.' })
  const paths = ['a/CLAUDE.md', 'b/CLAUDE.md']
  expect(await take(vault, 'agent-files', folder, { cwd: folder, paths })).toMatchObject({ created: 2, rejected: [] })
  expect(await take(vault, 'agent-files', join(folder, 'b'))).toMatchObject({ created: 0, unchanged: 1 })
})

test('files of two folders of one name, named together, do not take the place of each other', async () => {
  const { vault } = await makeVault()
  const folder = makeFiles({ 'a/x/CLAUDE.md': 'Of a.', 'b/x/CLAUDE.md': 'Of b.' })
  const [a, b] = [join(folder, 'a/x/CLAUDE.md'), join(folder, 'b/x/CLAUDE.md')]
  const both = { cwd: folder, paths: ['a/x/CLAUDE.md', 'b/x', 'a/x'] }
  const report = await take(vault, 'agent-files', folder, both)
  expect(report.rejected).toMatchObject([{ origin: b, message: expect.stringContaining(`take the place of ${a}`) }])
  expect(Object.values(saidByIndex(vault))).toMatchObject([{ origin: 'x/CLAUDE.md', body: 'Of a.' }])
  expect(report.rejected[0]?.message).toMatch(/rename its folder, or import it into another project \(--project\)$/)
  expect(await take(vault, 'agent-files', folder, { ...both, paths: ['b/x'], project: 'other' })).toMatchObject({
    created: 1,
    rejected: [],
  })
  renameSync(join(folder, 'b/x'), join(folder, 'b/y'))
  expect(await take(vault, 'agent-files', join(folder, 'b/y'))).toMatchObject({ created: 1, rejected: [] })
  expect(Object.values(saidByIndex(vault)).map(({ body }) => body)).toEqual(['Of a.', 'Of b.', 'Of b.'])
})

test('a file that is named by its folder and by a link to that is taken once', async () => {
  const { vault } = await makeVault()
  const folder = makeFiles({ 'a/x/CLAUDE.md': 'Of a.' })
  symlinkSync('a', join(folder, 'link'))
  const both = { cwd: folder, paths: ['a/x', 'link/x'] }
  expect(await take(vault, 'agent-files', folder, both)).toMatchObject({ created: 1, unchanged: 0, rejected: [] })
})
