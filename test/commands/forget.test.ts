import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCliVault } from '../support/cli-vault.ts'
import { filesWith } from '../support/files-with.ts'

test('a forgotten record is in no answer, its file is gone, and the log says who forgot it and why', async () => {
  const { ask, memo, root } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'old', '--title', 'Old \u001b[2K', '--body', 'Old words.'])
  const [file = ''] = globSync('projects/*/notes/old.md', { cwd: root })
  const said = await memo(['forget', 'old', '--yes', '--reason', 'was a mistake'])
  expect(said).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Forgot old in project .*: Old \\x1b\[2K\n$/),
  })
  expect(existsSync(join(root, file))).toBe(false)
  expect(await ask(['search', 'words'])).toMatchObject({ hits: [], total: 0 })
  expect((await memo(['get', 'old'])).status).toBe(1)
  expect((await memo(['forget', 'old', '--yes'])).status).toBe(1)
  await ask(['upsert', '--kind', 'note', '--id', 'old', '--body', 'New words.'])
  expect(await ask(['get', 'old'])).toMatchObject({ records: [{ body: 'New words.', title: 'New words' }] })
})

test('without a terminal it is not forgotten unless --yes says so, and can be brought back', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'old', '--body', 'Old words.'])
  const refused = await memo(['forget', 'old'])
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Error: .*\/old was not forgotten\nHint: .*--yes\n$/),
  })
  expect(await ask(['get', 'old'])).toMatchObject({ records: [{}] })
  await ask(['forget', 'old', '--yes'])
  expect((await memo(['restore', 'old'])).stdout).toMatch(
    /^Restored note old in project .*: Old words \(it was forgotten\)\n$/,
  )
  expect(await ask(['get', 'old'])).toMatchObject({ records: [{ body: 'Old words.' }] })
})

test('what is neither a backup nor a record is said to be neither', async () => {
  const { memo } = await makeCliVault()
  const answer = await memo(['restore', 'memo-friday.tar.gz', '--json'])
  expect(answer.status).toBe(1)
  expect(answer.json()).toMatchObject({
    error: { code: 'NOT_FOUND', hint: expect.stringContaining('no file memo-friday.tar.gz either') },
  })
})

test('--redact takes the text out for good, wants --yes and the whole id, and tells what is left to a person', async () => {
  const { ask, memo, root } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'leaked', '--title', 'Zanzibar', '--body', 'Zanzibar opens it.'])
  await ask(['commit'])
  expect(await memo(['forget', 'leaked', '--redact'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Error: .*\/leaked was not redacted\n/),
  })
  expect((await memo(['forget', 'leak', '--redact', '--yes'])).status).toBe(2)
  const { status, stdout } = await memo(['forget', 'leaked', '--redact', '--yes'])
  expect({ status, lines: stdout.split('\n').slice(0, 5) }).toEqual({
    status: 0,
    lines: [
      expect.stringMatching(/^Took the text out of leaked in project \S+: 1 event of the log, /),
      '',
      'memo cannot take it out of everything. In this order:',
      expect.stringContaining('git-history: '),
      '  memo commit',
    ],
  })
  expect(filesWith(root, 'zanzibar')).toEqual([])
  expect((await memo(['verify'])).stdout).toContain('1 event redacted: the text was taken out on purpose.')
  expect((await memo(['undo', '--yes'])).stderr).toContain('which cannot be undone')
})
