/** Signatures over the ends of the logs, made and checked by ssh-keygen itself. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rehomeBranch } from '../../../src/events/rehome.ts'
import { listDue } from '../../../src/projections/index/due-rows.ts'
import { signVault } from '../../../src/vault/history/sign.ts'
import { verifyVault } from '../../../src/vault/history/verify.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const hasSshKeygen = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'ssh-keygen')))

async function withKey(passphrase = '') {
  const made = await makeVault()
  await put(made.vault, { id: 'one', title: 'One', body: 'text' })
  await put(made.vault, { id: 'two', title: 'Two', body: 'text' })
  const folder = makeTempDir()
  const key = join(folder, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', '', '-f', key])
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: made.root, encoding: 'utf8' })
  const [writer = ''] = readdirSync(join(made.root, 'events'))
  const log = join(made.root, 'events', writer, '000001.jsonl')
  const allow = (name: string): void => {
    writeFileSync(join(folder, 'allowed'), `${name} ${readFileSync(`${key}.pub`, 'utf8')}`)
    git('config', 'gpg.ssh.allowedSignersFile', join(folder, 'allowed'))
  }
  return { ...made, folder, key, git, writer, log, allow, signed: join(made.root, 'events', writer, 'signed.json') }
}

async function check(vault: Vault) {
  const { findings, signatures = [], sound } = await verifyVault(vault, { signed: true })
  return { sound, codes: findings.map(({ code }) => code), findings, signatures }
}

describe.skipIf(!hasSshKeygen)('with ssh-keygen', () => {
  test('an allowed signer is named, and later events do not matter', async () => {
    const { vault, key, allow, writer } = await withKey()
    expect(await signVault(vault, key)).toEqual({
      ...{ file: `events/${writer}/signed.json`, writer, at: '2031-05-01T09:00:00.000Z' },
      ...{ format: 'ssh', logs: 1, events: 4 },
    })
    allow('ada@example.org')
    await put(vault, { id: 'three', title: 'Three', body: 'text' })
    expect(await check(vault)).toMatchObject({
      ...{ sound: true, codes: [] },
      signatures: [{ writer, state: 'good', by: 'ada@example.org', at: '2031-05-01T09:00:00.000Z', logs: 1 }],
    })
  })

  test('is due for git also where the index went away while the key was waited for', async () => {
    const { vault, root, folder, key, git, signed } = await withKey()
    const program = join(folder, 'slow-keygen')
    writeFileSync(program, `#!/bin/sh\nrm -f '${root}'/memo.sqlite*\nexec ssh-keygen "$@"\n`, { mode: 0o700 })
    git('config', 'gpg.ssh.program', program)
    const { file } = await signVault(vault, key)
    expect(existsSync(signed)).toBe(true)
    expect(listDue(vault.projections.db).paths).toContain(file)
    expect(vault.projections.db.isCurrent()).toBe(true)
  })

  test('a removed tail and a rewritten one are missed, though nothing else knows', async () => {
    const { vault, root, key, allow, log, writer } = await withKey()
    await signVault(vault, key)
    allow('ada')
    const whole = readFileSync(log, 'utf8')
      .split(/(?<=\n)/)
      .filter((line) => line !== '')
    writeFileSync(log, whole.slice(0, -1).join(''))
    for (const name of readdirSync(root).filter((each) => each.startsWith('memo.sqlite'))) rmSync(join(root, name))
    rmSync(vault.paths.appended)
    // Else it would be adopted as a record that somebody has written by hand.
    rmSync(join(root, 'projects', project, 'notes', 'two.md'))
    const again = await openVault(root, { ports: vault.ports })
    onTestFinished(() => closeVault(again))
    expect((await check(again)).findings.filter(({ code }) => code === 'signed-lost')).toMatchObject([
      {
        ...{ severity: 'error', subject: `events/${writer}` },
        message: 'The log ends before event 4, signed by ada at 2031-05-01T09:00:00.000Z.',
      },
    ])
    await put(again, { id: 'new', title: 'A rather longer title than before', body: 'x'.repeat(500) })
    expect((await check(again)).findings).toMatchObject([
      { code: 'signed-lost', message: expect.stringMatching(/^The log is another one than event 4/) },
    ])
    const theirs = new Map([[1, Buffer.from(whole.join(''))]])
    rehomeBranch({ segments: again.log.segments, writer, theirs, keep: 'ours' })
    expect((await check(again)).codes).toEqual(['signed-moved'])
  })

  test.each([
    ['heads', (text: string) => text.replace('"seq": 4', '"seq": 3'), 'signature-bad'],
    ['time', (text: string) => text.replace('2031-05-01', '2031-05-02'), 'signature-bad'],
    ['signature', (text: string) => text.replace('U1NI', 'U1NJ'), 'signature-bad'],
    ['form', () => '{"v": 2}', 'signature-unreadable'],
    ['JSON', () => 'garbage', 'signature-unreadable'],
    ['writer', (text: string) => text.replace('"writer": "', '"writer": "x'), 'signature-unreadable'],
  ])('another %s than was signed is told', async (_, change, code) => {
    const { vault, key, allow, signed } = await withKey()
    await signVault(vault, key)
    allow('ada')
    writeFileSync(signed, change(readFileSync(signed, 'utf8')))
    expect(await check(vault)).toMatchObject({ sound: false, codes: [code] })
  })

  test('a key that nobody allowed is an error where there is a list, a warning where there is none', async () => {
    const { vault, key, folder, git } = await withKey()
    await signVault(vault, key)
    expect(await check(vault)).toMatchObject({ sound: true, codes: ['signature-unknown'] })
    writeFileSync(join(folder, 'allowed'), '')
    git('config', 'gpg.ssh.allowedSignersFile', join(folder, 'allowed'))
    expect(await check(vault)).toMatchObject({ sound: false, codes: ['signature-unknown'] })
  })

  test('git’s own key is taken when none is named', async () => {
    const { vault, key, git } = await withKey()
    git('config', 'gpg.format', 'ssh')
    git('config', 'user.signingKey', key)
    expect(await signVault(vault, undefined)).toMatchObject({ format: 'ssh' })
  })

  test('a key with a passphrase is refused at once, never asked for', { timeout: 10_000 }, async () => {
    const { vault, key, signed } = await withKey('secret words')
    await expect(signVault(vault, key)).rejects.toMatchObject({ code: 'REFUSED' })
    expect(existsSync(signed)).toBe(false)
  })

  test('a key that is not there is refused', async () => {
    const { vault, key } = await withKey()
    await expect(signVault(vault, `${key}-none`)).rejects.toMatchObject({ code: 'REFUSED' })
  })
})

test('nothing signed is an error for who asks for signatures', async () => {
  const { vault } = await makeVault()
  await put(vault, { title: 'One', body: 'text' })
  expect(await check(vault)).toMatchObject({ sound: false, codes: ['signature-missing'] })
})

test('without the program it says so', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { title: 'One', body: 'text' })
  execFileSync('git', ['config', 'gpg.ssh.program', '/nowhere/ssh-keygen'], { cwd: root })
  await expect(signVault(vault, '/any/key')).rejects.toMatchObject({
    ...{ code: 'UNSUPPORTED', message: '/nowhere/ssh-keygen is not installed' },
  })
})
