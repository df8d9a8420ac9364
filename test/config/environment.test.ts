import { expect, test } from 'vitest'
import { readEnvironment, readVariable, resolveVaultRoot } from '../../src/config/environment.ts'

test('the vault is the flag, else MEMO_VAULT, else ~/.memo', () => {
  const environment = readEnvironment({ HOME: '/home/ada', MEMO_VAULT: '/srv/memory' })
  expect(resolveVaultRoot({ flag: '/tmp/v', environment })).toBe('/tmp/v')
  expect(resolveVaultRoot({ environment })).toBe('/srv/memory')
  expect(resolveVaultRoot({ environment: readEnvironment({ HOME: '/home/ada', MEMO_VAULT: '' }) })).toBe(
    '/home/ada/.memo',
  )
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
