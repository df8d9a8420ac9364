import { expect, test } from 'vitest'
import { makeCliVault } from '../support/cli-vault.ts'

const acme = ['--project', 'acme']

test('--as-of shows the vault as it was, and says so', async () => {
  const { ask, memo } = await makeCliVault()
  const trap = ['upsert', '--kind', 'trap', '--id', 'queue', ...acme]
  await ask([...trap, '--title', 'Use Redis', '--body', 'The queue lives in Redis.'])
  const then = new Date().toISOString()
  await ask([...trap, '--title', 'Use SQLite', '--body', 'The queue lives in SQLite.'])
  await ask(['get', 'queue', ...acme])
  const past = ['--as-of', then, ...acme]
  expect(await ask(['get', 'queue', ...past])).toMatchObject({
    records: [{ title: 'Use Redis', body: 'The queue lives in Redis.', hits: 0 }],
    asOf: then,
  })
  const calls = [['get', 'queue'], ['search', 'queue'], ['list'], ['rank'], ['related', 'queue'], ['traverse', 'queue']]
  for (const call of calls) {
    const { stdout, stderr, status } = await memo([...call, ...past])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(`This is the vault as of ${then}.\n`)
    expect(stdout).toContain('Use Redis')
    expect(stdout).not.toContain('SQLite')
  }
  expect(await memo(['recall', 'queue', ...past])).toMatchObject({
    stdout: expect.stringContaining('Use Redis'),
    stderr: expect.stringContaining(`Note: this is the vault as of ${then}\n`),
  })
  for (const call of [['search', 'queue'], ['list'], ['rank'], ['timeline', 'queue']]) {
    const { stderr } = await memo([...call, '--format', 'ids', ...past])
    expect(stderr).toContain(`Note: This is the vault as of ${then}.\n`)
  }
  expect(await ask(['get', 'queue', ...acme])).toMatchObject({ records: [{ title: 'Use SQLite', hits: 2 }] })
})

test('a bare date is its last moment, and is shown as it was asked for', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'n', '--body', 'Words.', ...acme])
  const { stdout } = await memo(['list', '--as-of', '2098-03-05', ...acme])
  expect(stdout).toMatch(/Words.*\nThis is the vault as of 2098-03-05\.\n$/)
  expect(await ask(['list', '--as-of', '2098-03-05', ...acme])).toMatchObject({ asOf: '2098-03-05T23:59:59.999Z' })
  const { stderr, status } = await memo(['get', 'n', '--as-of', '2001-03-05', ...acme])
  expect({ stderr, status }).toEqual({ stderr: 'Error: there was no record n as of 2001-03-05\n', status: 1 })
})

test('a span of time counts back from now, in every command', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--kind', 'trap', '--id', 'n', '--body', 'Words.', ...acme])
  for (const call of [['search', 'words'], ['list'], ['rank'], ['recall', 'words']]) {
    expect((await memo([...call, '--as-of', '1d', ...acme])).stdout).not.toContain('Words.\n')
    expect((await memo([...call, '--as-of', '0d', ...acme])).stdout).toContain('Words')
  }
  for (const call of ['get', 'related', 'traverse']) {
    expect((await memo([call, 'n', '--as-of', '1d', ...acme])).stderr).toMatch(/^Error: there (is|was) no record n /)
    expect((await memo([call, 'n', '--as-of', '0d', ...acme])).status).toBe(0)
  }
  const { stderr, status } = await memo(['list', '--as-of', 'someday', ...acme])
  expect({ stderr, status }).toMatchObject({ stderr: expect.stringContaining('nor a span of time (7d)'), status: 2 })
})
