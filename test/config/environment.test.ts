import { userInfo } from 'node:os'
import { expect, test, vi } from 'vitest'
import { readEnvironment, readVariable, resolveVaultRoot } from '../../src/config/environment.ts'
import { preloading, runCli } from '../support/cli.ts'
import { makeTempDir } from '../support/temp-dir.ts'

test('the vault is the flag, else MEMO_VAULT, else ~/.memo', () => {
  const environment = readEnvironment({ HOME: '/home/ada', MEMO_VAULT: '/srv/memory' })
  expect(resolveVaultRoot({ flag: '/tmp/v', environment })).toBe('/tmp/v')
  expect(resolveVaultRoot({ environment })).toBe('/srv/memory')
  expect(resolveVaultRoot({ environment: readEnvironment({ HOME: '/home/ada', MEMO_VAULT: '' }) })).toBe(
    '/home/ada/.memo',
  )
})

test('a home that is set and empty is not set', () => {
  expect(readEnvironment({ HOME: '' }).home).toBe(readEnvironment({}).home)
  vi.stubEnv('HOME', '')
  expect(readEnvironment().home).toBe(userInfo().homedir)
})

test('a user that the system does not know, as in a container, needs no home', async () => {
  const call = { ...preloading('no-home.cjs'), cwd: makeTempDir() }
  const vault = makeTempDir()
  expect(await runCli(['init', '--vault', vault], call)).toMatchObject({ status: 0, stderr: '' })
  for (const command of [['list'], ['search', 'x'], ['status', '--json'], ['--help']]) {
    expect(await runCli(command, { ...call, vault })).toMatchObject({ status: 0, stderr: '' })
  }
  const { status, stderr } = await runCli(['list'], { ...call, env: { ...call.env, MEMO_VAULT: '' } })
  expect(status).toBe(1)
  expect(stderr).toContain('there is no vault at /.memo\n')
})

test('a vault may be written with a tilde or relative to the working directory', () => {
  const environment = readEnvironment({ HOME: '/home/ada', MEMO_VAULT: '~/notes' })
  expect(resolveVaultRoot({ environment })).toBe('/home/ada/notes')
  expect(resolveVaultRoot({ flag: '~', environment })).toBe('/home/ada')
  expect(resolveVaultRoot({ flag: 'here', environment })).toBe(`${process.cwd()}/here`)
  expect(() => resolveVaultRoot({ flag: '', environment })).toThrow('--vault is empty')
})

test('switches are on unless empty, 0 or false', () => {
  expect(readEnvironment({ MEMO_DEBUG: '1', CI: 'true' })).toMatchObject({ debug: true, ci: true })
  expect(readEnvironment({ MEMO_DEBUG: '0', CI: 'false' })).toMatchObject({ debug: false, ci: false })
  expect(readEnvironment({ VISUAL: 'vi', EDITOR: 'nano', NO_COLOR: '1' })).toMatchObject({
    editor: 'vi',
    noColor: true,
  })
})

test('a variable that is empty is not set', () => {
  expect(readVariable('KEY', { KEY: 'abc' })).toBe('abc')
  expect(readVariable('KEY', { KEY: '' })).toBeUndefined()
  expect(readVariable('KEY', {})).toBeUndefined()
})
