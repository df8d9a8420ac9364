import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listSettings, readSetting, writeSetting } from '../../src/config/edit.ts'
import { makeTempDir } from '../support/temp-dir.ts'

function readFile(vault: string): unknown {
  return JSON.parse(readFileSync(join(vault, 'config.json'), 'utf8'))
}

describe('writeSetting', () => {
  test('makes the file, and leaves nothing else behind', async () => {
    const vault = makeTempDir()
    expect(await writeSetting(vault, 'git.batchEvents', '50')).toEqual({
      key: 'git.batchEvents',
      value: 50,
      source: 'file',
    })
    expect(readFile(vault)).toEqual({ version: 1, git: { batchEvents: 50 } })
    expect(readdirSync(vault)).toEqual(['config.json'])
  })

  test('takes a word as it stands where a number does not fit', async () => {
    const vault = makeTempDir()
    await writeSetting(vault, 'search.profile', '7')
    expect(readFile(vault)).toEqual({ version: 1, search: { profile: '7' } })
  })

  test('an alias may hold dots', async () => {
    const vault = makeTempDir()
    await writeSetting(vault, 'projectAliases.github.com-a-b', 'my-project')
    expect((await readSetting(vault, 'projectAliases.github.com-a-b')).value).toBe('my-project')
  })

  test.each([
    ['git.commit', 'sometimes'],
    ['git.batchEvents', '1.5'],
    ['git.batchEvents', 'many'],
    ['git', '{"commit":"off"}'],
    ['version', '2'],
    ['nope', '1'],
    ['', '1'],
    ['__proto__.x', '1'],
    ['constructor', '1'],
    ['projectAliases.__proto__', 'x'],
    ['projectAliases.', 'x'],
    ['projectAliases.a', '../b'],
  ])('refuses %s = %s and writes nothing', async (key, value) => {
    const vault = makeTempDir()
    await expect(writeSetting(vault, key, value)).rejects.toMatchObject({ code: 'USAGE' })
    expect(existsSync(join(vault, 'config.json'))).toBe(false)
  })

  test('does not write over a file that is broken', async () => {
    const vault = makeTempDir()
    writeFileSync(join(vault, 'config.json'), '{"git":')
    await expect(writeSetting(vault, 'git.commit', 'off')).rejects.toMatchObject({ code: 'USAGE' })
    expect(readFileSync(join(vault, 'config.json'), 'utf8')).toBe('{"git":')
  })

  test('mends a bad value that stands in the file, and names another that does', async () => {
    const vault = makeTempDir()
    writeFileSync(join(vault, 'config.json'), '{"version":1,"git":{"commit":"x"}}')
    await expect(writeSetting(vault, 'lock.waitMs', '5')).rejects.toMatchObject({
      message: expect.stringContaining('git.commit: must be'),
    })
    await writeSetting(vault, 'git.commit', 'off')
    expect(readFile(vault)).toEqual({ version: 1, git: { commit: 'off' } })
  })

  test('needs a vault', async () => {
    await expect(writeSetting(join(makeTempDir(), 'none'), 'git.commit', 'off')).rejects.toMatchObject({
      code: 'NOT_A_VAULT',
    })
  })
})

test('listSettings tells what the file sets from what is default', async () => {
  const vault = makeTempDir()
  await writeSetting(vault, 'ttl.scratchDays', '3')
  const settings = await listSettings(vault)
  expect(settings).toContainEqual({ key: 'ttl.scratchDays', value: 3, source: 'file' })
  expect(settings).toContainEqual({ key: 'ttl.reviewDays', value: 14, source: 'default' })
})
