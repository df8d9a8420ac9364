/** What `memo verify` proves, damage by damage, and that the doctor mends it exactly where git or a copy has the lines. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { verifyVault } from '../../../src/vault/history/verify.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { allEvents, recordFiles, saidByIndex, saidByLog } from '../../support/inspect.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, put } from '../../support/vault.ts'

const me = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']

async function withThree(init: readonly string[] = []) {
  const made = await makeVault()
  const { root, vault } = made
  const git = (...args: string[]): string => execFileSync('git', [...me, ...args], { cwd: root, encoding: 'utf8' })
  if (init.length > 0) {
    rmSync(join(root, '.git'), { recursive: true })
    git('init', '--quiet', ...init)
  }
  const commit = (): void => {
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '-m', 'kept')
  }
  for (const id of ['alpha', 'beta', 'gamma']) {
    await put(vault, { id, title: id, body: `about ${id}` })
    commit()
  }
  const [writer = ''] = readdirSync(join(root, 'events'))
  const name = `events/${writer}/000001.jsonl`
  const log = join(root, name)
  const lines = (): string[] =>
    readFileSync(log, 'utf8')
      .split(/(?<=\n)/)
      .filter((line) => line !== '')
  return { ...made, git, commit, writer, name, log, lines, keep: (kept: string[]) => writeFileSync(log, kept.join('')) }
}

async function codes(vault: Vault): Promise<string[]> {
  return (await verifyVault(vault, { signed: false })).findings.map(({ code }) => code)
}

/** As a person who deletes the index because something is wrong. */
function forgetIndex(vault: Vault): void {
  const { store, all } = vault.projections
  for (const { name } of all) store.restart(name, 0)
}

test('a vault in order: everything is counted, nothing is found', async () => {
  const { vault } = await withThree()
  const result = await verifyVault(vault, { signed: false })
  expect(result).toMatchObject({ sound: true, findings: [] })
  expect(result.counts).toEqual({
    ...{ writers: 1, segments: 1, events: 5, commits: 3, versions: 3, records: 3, files: 3 },
  })
  expect(await verifyVault(vault, { signed: false })).toEqual(result)
})

describe('the log against git', () => {
  test.each([
    ['SHA-1', ['--object-format=sha1']],
    ['SHA-256', ['--object-format=sha256']],
  ])('a tail that was removed is found and comes back byte for byte (%s)', async (_, init) => {
    const { vault, log, lines, keep, name } = await withThree(init)
    const whole = readFileSync(log)
    keep(lines().slice(0, -2))
    forgetIndex(vault)
    const { sound, findings } = await verifyVault(vault, { signed: false })
    expect(sound).toBe(false)
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'log-lost', subject: name, message: expect.stringMatching(/^Commit [0-9a-f]{12} holds 2 events/) },
    ])
    await fixVault(vault)
    expect(readFileSync(log).equals(whole)).toBe(true)
    expect(await codes(vault)).toEqual([])
  })

  test('a file that was removed comes back, also when the removal was committed', async () => {
    const { vault, root, log, commit, writer } = await withThree()
    const before = saidByLog(vault)
    const whole = readFileSync(log)
    rmSync(join(root, 'events', writer), { recursive: true })
    forgetIndex(vault)
    commit()
    expect(await codes(vault)).toContain('log-lost')
    await fixVault(vault)
    expect(readFileSync(log).equals(whole)).toBe(true)
    expect(saidByIndex(vault)).toEqual(before)
    expect(await codes(vault)).toEqual([])
  })

  test.each([0, 2, 4])('a bad byte in line %i is mended from git, and the lines behind it stay', async (at) => {
    const { vault, log, lines, keep } = await withThree()
    await put(vault, { id: 'delta', title: 'delta', body: 'not committed yet' })
    const whole = readFileSync(log)
    keep(lines().map((line, index) => (index === at ? line.replace('"at":', '"At":') : line)))
    expect(await codes(vault)).toEqual(['log-damaged', 'log-lost'])
    const { fixed } = await fixVault(vault)
    expect(fixed.map(({ code }) => code)).toEqual(['log-damaged'])
    expect(readFileSync(log).equals(whole)).toBe(true)
    expect(await codes(vault)).toEqual([])
  })

  test('a log that was put back and continued: both branches count once', async () => {
    const { vault, log, lines, keep, ports } = await withThree()
    const before = allEvents(vault).map(({ id }) => id)
    keep(lines().slice(0, -1))
    forgetIndex(vault)
    rmSync(vault.paths.appended)
    ports.advance(5000)
    await put(vault, { id: 'delta', title: 'delta', body: 'of the other branch' })
    expect(readFileSync(log, 'utf8')).toContain('delta')
    const after = allEvents(vault).map(({ id }) => id)
    expect(await codes(vault)).toEqual(['log-lost'])
    await fixVault(vault)
    expect(
      allEvents(vault)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...new Set([...before, ...after])].sort())
    expect(Object.keys(saidByIndex(vault))).toHaveLength(4)
    expect(await codes(vault)).toEqual([])
  })

  test('a shallow clone is compared with what it has', async () => {
    const { vault, root, git } = await withThree()
    const clone = join(makeTempDir(), 'clone')
    git('clone', '--quiet', '--depth', '1', `file://${root}`, clone)
    const { openVault, closeVault } = await import('../../../src/vault/vault.ts')
    const there = await openVault(clone, { ports: vault.ports })
    await refresh(there, 'full')
    expect(await verifyVault(there, { signed: false })).toMatchObject({
      sound: true,
      counts: { commits: 1, versions: 1 },
    })
    closeVault(there)
  })

  test('without a repository or a commit there is nothing to compare', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { title: 'One', body: 'text' })
    expect((await verifyVault(vault, { signed: false })).counts.commits).toBe(0)
    rmSync(join(root, '.git'), { recursive: true })
    expect(await codes(vault)).toEqual([])
  })

  test('a repository that git cannot read is a warning', async () => {
    const { vault, root } = await withThree()
    rmSync(join(root, '.git', 'objects'), { recursive: true })
    const result = await verifyVault(vault, { signed: false })
    expect(result).toMatchObject({ sound: true, findings: [{ code: 'git-unread', severity: 'warning' }] })
  })
})

describe('index and files against the log', () => {
  test('a counter that was changed in the index', async () => {
    const { vault } = await withThree()
    const tally = '{"hits":7,"recurrences":0,"baseline":{},"rated":false,"gone":false}'
    vault.projections.db.prepare("UPDATE records SET tally = ? WHERE id = 'beta'").run(tally)
    expect(await codes(vault)).toEqual(['index-differs'])
  })

  test('an edit that hides behind the size and the time of the file', async () => {
    const { vault, root } = await withThree()
    const [path = ''] = recordFiles(root)
    writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replace('about', 'abuot'))
    const { mtimeMs, ino } = statSync(join(root, path))
    const seen = 'UPDATE file_states SET mtime = ?, inode = ? WHERE path = ?'
    vault.projections.db.prepare(seen).run(mtimeMs, ino, path)
    expect((await verifyVault(vault, { signed: false })).findings).toMatchObject([
      { code: 'file-differs', severity: 'error', subject: path },
    ])
  })

  test('a hand edit is adopted first, and then agrees', async () => {
    const { vault, root } = await withThree()
    const [path = ''] = recordFiles(root)
    writeFileSync(join(root, path), `${readFileSync(join(root, path), 'utf8')}More.\n`)
    expect(await codes(vault)).toEqual([])
  })
})

describe('copies of log files that a tool left', () => {
  test.each([
    '000001 (conflicted copy 2031-05-01).jsonl',
    '000001.sync-conflict-20310501-090000-ABCDEFG.jsonl',
    '000001 2.jsonl',
    '000001-laptop.jsonl',
  ])('%s: its events are found, moved once, and the copy is set aside', async (copy) => {
    const { vault, root, writer, log, lines, keep, ports } = await withThree()
    const whole = lines()
    keep(whole.slice(0, -1))
    forgetIndex(vault)
    rmSync(vault.paths.appended)
    ports.advance(5000)
    await put(vault, { id: 'delta', title: 'delta', body: 'here' })
    rmSync(join(root, '.git'), { recursive: true })
    writeFileSync(join(root, 'events', writer, copy), whole.join(''))
    const own = readFileSync(log)
    expect((await verifyVault(vault, { signed: false })).findings[0]).toMatchObject({
      ...{ code: 'log-copy', severity: 'error', subject: `events/${writer}/${copy}`, remedy: 'memo doctor --fix' },
    })
    await fixVault(vault)
    expect(Object.keys(saidByIndex(vault))).toHaveLength(4)
    expect(readFileSync(log).equals(own)).toBe(true)
    expect(readdirSync(vault.paths.quarantine)).toContain(`${writer}-${copy}`)
    expect(await codes(vault)).toEqual([])
    const events = allEvents(vault).length
    writeFileSync(join(root, 'events', writer, copy), whole.join(''))
    await fixVault(vault)
    expect(allEvents(vault)).toHaveLength(events)
  })

  test('one that is damaged stays where it is', async () => {
    const { vault, root, writer, lines } = await withThree()
    const copy = join(root, 'events', writer, '000001 (1).jsonl')
    writeFileSync(copy, lines().join('').replace('about beta', 'about Beta'))
    await fixVault(vault)
    expect(await codes(vault)).toEqual(['log-copy'])
  })

  test('other files beside the log are nobody’s business', async () => {
    const { vault, root, writer } = await withThree()
    for (const name of ['signed.json.bak', 'notes.txt', '.000001.jsonl.swp']) {
      appendFileSync(join(root, 'events', writer, name), 'text')
    }
    expect(await codes(vault)).toEqual([])
  })
})
