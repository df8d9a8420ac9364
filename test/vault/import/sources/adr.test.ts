import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyFixture, makeFiles, take } from '../../../support/import-vault.ts'
import { saidByIndex } from '../../../support/inspect.ts'
import { makeVault } from '../../../support/vault.ts'

test('MADR: found below the repository, with number, status, date and what took the place of what', async () => {
  const { vault } = await makeVault()
  const report = await take(vault, 'adr', copyFixture('adr'))
  expect(report).toMatchObject({ created: 3, rejected: [], skipped: [{ origin: 'decisions/README.md' }] })
  expect(saidByIndex(vault)).toMatchObject({
    'acme/0001-use-sqlite': {
      ...{ kind: 'decision', title: 'Use SQLite', number: 1, status: 'superseded', supersededBy: '0003-use-postgres' },
      ...{ created: '2024-03-01', decisionStatus: 'superseded', tags: ['adr'], 'decision-makers': ['ana', 'bo'] },
    },
    'acme/0002-no-orm': {
      ...{ status: 'paused', decisionStatus: 'proposed', created: '2024-04-01' },
      links: [{ type: 'mentions', target: '0001-use-sqlite' }],
    },
    'acme/0003-use-postgres': { status: 'active', number: 3, title: 'Use PostgreSQL' },
  })
})

test('Nygard: the section of the status, and what it says of other decisions', async () => {
  const { vault } = await makeVault()
  await take(vault, 'adr', copyFixture('adr-nygard'))
  expect(saidByIndex(vault)).toMatchObject({
    'acme/0001-record-decisions': {
      ...{ title: 'Record decisions', status: 'active', created: '2016-02-12' },
      links: expect.arrayContaining([{ type: 'amended-by', target: '0003-number-them' }]),
    },
    'acme/0002-name-them': { status: 'superseded', supersededBy: '0003-number-them' },
    'acme/0003-number-them': {
      supersedes: '0002-name-them',
      links: expect.arrayContaining([{ type: 'amends', target: '0001-record-decisions' }]),
    },
  })
})

test('a folder without any is refused', async () => {
  const { vault } = await makeVault()
  await expect(take(vault, 'adr', makeFiles({ 'a.md': 'Text.' }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['.adr-dir', 'link'])('a folder elsewhere that the repository leads to by a %s is not read', async (way) => {
  const { vault } = await makeVault()
  const folder = makeFiles({ 'private/0001-mine.md': '# Mine', 'repository/README.md': 'Text.' })
  if (way === 'link') symlinkSync(join(folder, 'private'), join(folder, 'repository/adr'))
  else writeFileSync(join(folder, 'repository/.adr-dir'), '../private\n')
  await expect(take(vault, 'adr', join(folder, 'repository'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the decisions of two repositories that are named together do not take the place of each other', async () => {
  const { vault } = await makeVault()
  const text = (of: string) => `# 1. Use ${of}\n\n## Status\n\nAccepted\n`
  const folder = makeFiles({ 'a/docs/adr/0001-use.md': text('a'), 'b/docs/adr/0001-use.md': text('b') })
  const { created, rejected } = await take(vault, 'adr', folder, { cwd: folder, paths: ['a', 'b'] })
  expect(created).toBe(1)
  expect(rejected).toMatchObject([{ origin: join(folder, 'b/docs/adr/0001-use.md') }])
})
