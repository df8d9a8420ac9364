/** What `memo init` asks git for, and what it leaves in its settings. */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addMergeDriver } from '../../src/audit/merge-driver.ts'
import { initVault } from '../../src/vault/init.ts'
import { watchGit } from '../support/git-log.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const driverOf = (root: string): string =>
  execFileSync('git', ['config', '--get-regexp', '^merge\\.'], { cwd: root, encoding: 'utf8' })

const driver = 'merge.memo.driver true\nmerge.memo.name files that memo writes from its log\n'

test('a new vault starts git once, and has the driver that merges what is compiled', async () => {
  const root = join(makeTempDir(), 'vault')
  const started = watchGit()
  expect(await initVault(root)).toMatchObject({ git: { state: 'created' } })
  expect(started()).toEqual(['init'])
  expect(driverOf(root)).toBe(driver)
  expect(execFileSync('git', ['config', 'core.sharedRepository'], { cwd: root, encoding: 'utf8' })).toBe('0600\n')
})

test('a repository that is there gets only what it lacks', async () => {
  const root = join(makeTempDir(), 'vault')
  await initVault(root)
  execFileSync('git', ['config', '--unset', 'merge.memo.name'], { cwd: root })
  expect(await initVault(root)).toMatchObject({ created: [], git: { state: 'present' } })
  expect(driverOf(root)).toBe(driver)
})

test('settings that another git holds are left as they are', () => {
  const root = makeTempDir()
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  const lock = join(root, '.git/config.lock')
  writeFileSync(lock, 'theirs')
  expect(() => addMergeDriver(root)).toThrow('EEXIST')
  expect(() => driverOf(root)).toThrow()
  rmSync(lock)
  addMergeDriver(root)
  expect(driverOf(root)).toBe(driver)
})
