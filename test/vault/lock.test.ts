/** The lock is the kernel's: whatever a crash or another program left in its files stops nobody. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { holdDatabase } from '../support/hold-database.ts'
import { makeVault, put } from '../support/vault.ts'

const place = ['--project', 'acme']

function write({ memo }: CliVault, title: string) {
  return memo(['upsert', '--kind', 'note', '--title', title, '--body', `the text of ${title}`, ...place])
}

function leave({ root }: CliVault, name: string, content: string | Buffer): void {
  const path = join(root, '.sync', name)
  writeFileSync(path, content)
  const aMinuteAgo = Date.now() / 1000 - 60
  utimesSync(path, aMinuteAgo, aMinuteAgo)
}

function commitEach({ root }: CliVault): void {
  writeFileSync(join(root, 'config.json'), '{"version": 1, "git": {"commit": "each"}}\n')
}

const deadPid = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' })

describe.each(['lock.sqlite', 'lock-holder.json', 'commit-lock.sqlite', 'writer.json'])('B076 B078 a %s', (name) => {
  test.each([
    ['that names a dead process', deadPid],
    ['that is empty', ''],
    ['that holds garbage', 'garbage\n'],
    ['that is long and no database', Buffer.alloc(8192, 'x')],
  ])('%s is no obstacle', async (_, content) => {
    const vault = await makeCliVault()
    commitEach(vault)
    // Who commits is known, so that git has nothing to remark.
    appendFileSync(join(vault.root, '.git/config'), '[user]\n\tname = Ada\n\temail = ada@example.com\n')
    leave(vault, name, content)
    expect(await write(vault, 'one')).toMatchObject({ status: 0, stderr: '' })
    expect(await write(vault, 'two')).toMatchObject({ status: 0, stderr: '' })
    expect(await vault.ask(['list', ...place])).toMatchObject({ total: 2 })
    const log = execFileSync('git', ['log', '--oneline'], { cwd: vault.root, encoding: 'utf8' })
    expect(log.trim().split('\n')).toHaveLength(2)
  })
})

test('B076 a holder that is killed lets go at once', async () => {
  const vault = await makeCliVault()
  await write(vault, 'first')
  const held = await holdDatabase(join(vault.root, '.sync/lock.sqlite'))
  await held.release()
  const started = performance.now()
  expect(await write(vault, 'second')).toMatchObject({ status: 0, stderr: '' })
  // The wait for a lock that is held is 30 seconds.
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('the file of the lock is never put in the place of another', async () => {
  const vault = await makeCliVault()
  await write(vault, 'first')
  const inode = () => statSync(join(vault.root, '.sync/lock.sqlite')).ino
  const before = inode()
  leave(vault, 'lock.sqlite', 'garbage')
  await write(vault, 'second')
  expect(inode()).toBe(before)
})

describe('.sync removed under a vault that stays open', () => {
  test('its lock keeps out who has opened the vault since', async () => {
    const { root, vault, reopen } = await makeVault()
    await put(vault, { title: 'before', body: 'text' })
    rmSync(join(root, '.sync'), { recursive: true })
    const other = await reopen()
    await put(other, { title: 'another process', body: 'text' })
    vault.lock.hold(0, 'first', () => {
      expect(() => other.lock.hold(0, 'second', () => undefined)).toThrow('the vault is held by')
    })
  })

  test('it goes on writing', async () => {
    const { root, vault } = await makeVault()
    await put(vault, { title: 'before', body: 'text' })
    rmSync(join(root, '.sync'), { recursive: true })
    expect(await put(vault, { title: 'after', body: 'text' })).toMatchObject({ created: true })
  })
})

test('a lock whose file cannot be looked at for a while is not kept', async () => {
  const { root, vault, reopen } = await makeVault()
  const other = await reopen()
  const hold = ({ lock }: typeof vault): string => lock.hold(0, 'test', () => 'held')
  expect(hold(vault)).toBe('held')
  const [local, aside] = [join(root, '.sync'), join(root, 'aside')]
  renameSync(local, aside)
  symlinkSync(local, local)
  expect(() => hold(vault)).toThrow()
  rmSync(local)
  renameSync(aside, local)
  expect([hold(other), hold(vault)]).toEqual(['held', 'held'])
})

test('a commit that cannot be made fails no write', async () => {
  const vault = await makeCliVault()
  commitEach(vault)
  execFileSync('mkdir', [join(vault.root, '.sync/commit-lock.sqlite')])
  const { status, stdout, stderr } = await write(vault, 'one')
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('Created note one') })
  expect(stderr).toMatch(/^Note: saved, but not committed to git \(.+\); a later command tries again\n$/)
  const { findings } = await vault.ask(['doctor'])
  expect(findings).toContainEqual(expect.objectContaining({ code: 'errors-logged', subject: 'git' }))
})
