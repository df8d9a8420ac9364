import { spawn } from 'node:child_process'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, runScript } from '../support/cli.ts'
import { makeTempDir } from '../support/temp-dir.ts'

describe('a failure has the same exit status with and without --json', () => {
  test.each([
    ['a bad value', ['config', 'set', 'git.commit', 'sometimes'], 'USAGE', 2],
    ['an unknown key', ['config', 'get', 'git.comit'], 'USAGE', 2],
    ['an unknown flag', ['config', 'get', 'git.commit', '--nope'], 'USAGE', 2],
    ['a missing argument', ['config', 'set'], 'USAGE', 2],
    ['too many arguments', ['config', 'get', 'a', 'b'], 'USAGE', 2],
    ['a flag without its value', ['config', 'get', 'a', '--vault'], 'USAGE', 2],
    ['an empty vault', ['config', 'get', 'a', '--vault='], 'USAGE', 2],
    ['an unknown command', ['confg', 'get'], 'USAGE', 2],
    ['an unknown command of a topic', ['config', 'frobnicate'], 'USAGE', 2],
    ['no such vault', ['config', 'set', 'git.commit', 'off', '--vault', '/nonexistent/vault'], 'NOT_A_VAULT', 1],
    ['a vault that is a file', ['config', 'get', 'git.commit', '--vault', runScript], 'NOT_A_VAULT', 1],
  ])('%s', async (_name, args, code, status) => {
    const vault = makeTempDir()
    const human = await runCli(args, { vault })
    expect(human).toMatchObject({ status, stdout: '' })
    expect(human.stderr).toMatch(/^Error: .+[^.]\nHint: .+[^.]\n$/)
    const json = await runCli([...args.slice(0, 2), '--json', ...args.slice(2)], { vault })
    expect(json).toMatchObject({ status, stderr: '' })
    expect(json.json()).toEqual({ error: { code, message: expect.any(String), hint: expect.any(String) } })
  })
})

test('B118 an error does not pass on the control characters of its input', async () => {
  const result = await runCli(['config', 'get', 'a\x1b]52;c;ZXZpbA==\x07'], { vault: makeTempDir() })
  expect(result.stderr).toContain('a\\x1b]52;c;ZXZpbA==\\x07')
})

test('MEMO_DEBUG=1 shows the stack, and nothing else does', async () => {
  const args = ['config', 'get', 'nope']
  expect((await runCli(args, { env: { MEMO_DEBUG: '1' } })).stderr).toContain('\n    at ')
  expect((await runCli(args)).stderr).not.toContain('\n    at ')
})

test('a missing argument is not read from stdin', async () => {
  const result = await runCli(['config', 'get'], { stdin: 'git.commit\n' })
  expect(result).toMatchObject({ status: 2, stderr: expect.stringContaining('missing argument: KEY') })
})

test('a closed pipe ends quietly', async () => {
  const child = spawn(process.execPath, [runScript, 'config', 'list'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.on('data', (bytes) => {
    stderr += bytes
  })
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test.runIf(process.platform === 'linux')('a full disk behind stdout is told on stderr', async () => {
  const child = spawn(process.execPath, [runScript, 'config', 'list'], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  let stderr = ''
  child.stderr?.on('data', (bytes) => {
    stderr += bytes
  })
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Error: the answer could not be written: the disk is full\n',
  })
})

test('config set writes what config get and list read, and keeps unknown keys', async () => {
  const vault = makeTempDir()
  writeFileSync(join(vault, 'config.json'), '{"version":1,"later":{"x":[1]},"git":{"sign":true}}')
  expect((await runCli(['config', 'set', 'git.commit', 'each'], { vault })).stdout).toBe('git.commit = each\n')
  expect((await runCli(['config', 'get', 'git.commit'], { vault })).stdout).toBe('each\n')
  expect((await runCli(['config', 'list'], { vault })).stdout).toContain('git.batchEvents = 20  (default)\n')
  expect(JSON.parse(readFileSync(join(vault, 'config.json'), 'utf8'))).toEqual({
    version: 1,
    later: { x: [1] },
    git: { sign: true, commit: 'each' },
  })
})
