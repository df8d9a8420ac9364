/** SQLite where it does not do what it does elsewhere: a module that does not load, a file system without WAL. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../support/cli.ts'
import { makeCliVault } from '../support/cli-vault.ts'

const place = ['--project', 'acme']
const note = ['upsert', '--kind', 'note', '--title', 'Kestrel', '--body', 'the kestrel text', ...place]

function preloading(name: string, env: { [name: string]: string } = {}) {
  return { env: { ...env, NODE_OPTIONS: `--require ${join(packageRoot, 'test/support', name)}` } }
}

test('B091 a native module that does not load is one line with the way to mend it, and nothing is lost', async () => {
  const { memo, ask } = await makeCliVault()
  await ask(note)
  const call = preloading('no-native.cjs')
  for (const args of [['search', 'kestrel'], ['get', 'kestrel'], ['list'], note]) {
    expect(await memo([...args, ...(args === note ? [] : place)], call), args[0]).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'Error: a native module does not fit this Node\nHint: run "npm rebuild better-sqlite3"\n',
    })
  }
  const { status, json } = await memo(['doctor', '--json'], call)
  expect(status).toBe(3)
  expect(json()).toMatchObject({ findings: [{ code: 'native-module', remedy: 'npm rebuild better-sqlite3' }] })
  expect(await ask(['get', 'kestrel', ...place])).toMatchObject({ records: [{ body: 'the kestrel text' }] })
})

test.each([{}, { MEMO_WAL: 'throws' }])('B089 a file system without WAL is no obstacle (%j)', async (env) => {
  const { memo } = await makeCliVault()
  const call = preloading('no-wal.cjs', env)
  expect(await memo(note, call)).toMatchObject({ status: 0, stderr: expect.stringMatching(/^(no WAL\n)+$/) })
  const found = await memo(['search', 'kestrel', '--json', ...place], call)
  expect(found.json()).toMatchObject({ total: 1, hits: [{ id: 'kestrel' }] })
})
