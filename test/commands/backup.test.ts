/** `memo backup` and `memo restore` as a user calls them: streams, passphrases, what is told. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { packageRoot, runCli, runProcess, runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'

const folder = makeSharedTempDir()
let vault: CliVault

beforeAll(async () => {
  vault = await makeCliVault(folder)
  await vault.ask(['upsert', '--kind', 'trap', '--id', 'one', '--title', 'One', '--body', 'text', '--project', 'acme'])
})

test('a backup goes through a pipe, encrypted, and comes out of one', async () => {
  const restored = join(folder, 'piped')
  const line = `"$0" "$1" backup --encrypt - | "$0" "$1" restore - --vault "${restored}"`
  const env = { ...process.env, MEMO_VAULT: vault.root, MEMO_PASSPHRASE: 'correct horse' }
  const result = await runProcess('sh', ['-c', line, process.execPath, runScript], { cwd: vault.cwd, env })
  expect(result.stderr).toMatch(/^Wrote the backup: \d+ files, 3 events; [\d.]+ KiB, encrypted\.$/m)
  expect(result.stdout).toMatch(
    /^Restored .*piped from the backup of vault made at .*: \d+ files, 3 events, 1 record\.$/m,
  )
  const found = await runCli(['get', 'one', '--project', 'acme', '--json'], { vault: restored, cwd: vault.cwd })
  expect(found.json()).toMatchObject({ records: [{ body: 'text' }] })
})

test('a passphrase comes from a file or the environment, never from an argument', async () => {
  writeFileSync(join(vault.cwd, 'pass'), 'correct horse\n')
  const saved = ['backup', '--encrypt', '--passphrase-file', 'pass', 'b.age', '--json']
  expect((await vault.memo(saved)).json()).toMatchObject({ encrypted: true, file: join(vault.cwd, 'b.age') })
  expect(readFileSync(join(vault.cwd, 'b.age')).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(await vault.memo(['restore', 'b.age', '--verify', '--passphrase-file', 'pass'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Sound: /),
  })
  expect(await vault.memo(['restore', 'b.age', '--verify'], { env: { MEMO_PASSPHRASE: 'wrong' } })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('the passphrase does not open the backup'),
  })
  expect(await vault.memo(['restore', 'b.age', '--verify'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--passphrase-file'),
  })
  writeFileSync(join(vault.cwd, 'empty'), '\n')
  expect(await vault.memo(['backup', '--encrypt', '--passphrase-file', 'empty', 'c.age'])).toMatchObject({ status: 2 })
  expect(readdirSync(vault.cwd).filter((name) => name.startsWith('c.age'))).toEqual([])
})

test('a reader that goes away is a failure, and a file that cannot be written leaves nothing', async () => {
  const line = '"$0" "$1" backup - 2>err; echo $? >status'
  const env = { ...process.env, MEMO_VAULT: vault.root }
  const made = [process.execPath, runScript]
  await runProcess('sh', ['-c', `{ ${line}; } | true`, ...made], { cwd: vault.cwd, env })
  const status = readFileSync(join(vault.cwd, 'status'), 'utf8').trim()
  // A small backup may fit into the pipe before its reader is gone.
  expect(['0', '1']).toContain(status)
  expect(await vault.memo(['backup', 'none/such/b'])).toMatchObject({ status: 1 })
  expect(await vault.memo(['backup', packageRoot])).toMatchObject({ status: 1 })
})
