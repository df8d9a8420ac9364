/** The doctor on what records say of each other, on settings, and on this machine's clone. */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { appendAndFold } from '../../../src/vault/append.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { logError } from '../../../src/vault/error-log.ts'
import { aliasProject } from '../../../src/vault/projects.ts'
import { write } from '../../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { moveRecord } from '../../../src/vault/writing/move.ts'
import { codes, findings, fixed } from '../../support/doctor.ts'
import { findIds } from '../../support/search-vault.ts'
import { mayMount, withSmallDisk } from '../../support/small-disk.ts'
import { makeVault, project, put, putAll, rate, testPorts } from '../../support/vault.ts'

describe('records', () => {
  test('with links that lead nowhere are warned of, mentions only told', async () => {
    const { vault } = await makeVault()
    await put(vault, {
      id: 'one',
      title: 'One',
      body: 'see [[nowhere]] and [[two]]',
      links: [{ type: 'depends', target: 'missing' }],
    })
    await put(vault, { id: 'two', title: 'Two', body: 'fine' })
    expect(await findings(vault)).toMatchObject([
      {
        code: 'link-dangling',
        severity: 'warning',
        subject: `${project}/one`,
        message: `Its depends link leads to ${project}/missing, which does not exist.`,
        remedy: `memo unlink ${project}/one depends ${project}/missing, or write missing.`,
      },
      { code: 'mention-dangling', severity: 'info', message: `It mentions ${project}/nowhere, which does not exist.` },
    ])
    await put(vault, { id: 'missing', title: 'Missing', body: 'now there' })
    await put(vault, { id: 'nowhere', title: 'Nowhere', body: 'now there' })
    expect(await findings(vault)).toEqual([])
  })

  test('whose successor or predecessor was forgotten are warned of', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'old', kind: 'decision', title: 'Old', body: 'so' })
    await put(vault, { id: 'new', kind: 'decision', title: 'New', body: 'otherwise', supersedes: 'old' })
    expect(await findings(vault)).toEqual([])
    await forget(vault, 'new')
    expect(await findings(vault)).toMatchObject([
      {
        code: 'link-dangling',
        subject: `${project}/old`,
        message: expect.stringMatching(/supersededBy.*new, which was forgotten/),
      },
    ])
    await forget(vault, 'old')
    await put(vault, { id: 'first', kind: 'decision', title: 'First', body: 'so' })
    await put(vault, { id: 'second', kind: 'decision', title: 'Second', body: 'otherwise', supersedes: 'first' })
    await forget(vault, 'first')
    expect(await findings(vault)).toMatchObject([
      {
        code: 'link-dangling',
        subject: `${project}/second`,
        message: expect.stringMatching(/supersedes.*first, which was forgotten/),
      },
    ])
  })

  test('that contradict each other are told while both are active', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'yes', title: 'Yes', body: 'a' })
    await put(vault, { id: 'no', title: 'No', body: 'b', links: [{ type: 'contradicts', target: 'yes' }] })
    expect(await findings(vault)).toMatchObject([{ code: 'contradiction', subject: `${project}/no` }])
    await put(vault, { id: 'yes', status: 'archived' })
    expect(await findings(vault)).toEqual([])
  })

  test('that three readers found stale, and fewer helpful, may be obsolete', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'one', title: 'One', body: 'a' })
    await rate(vault, 'one', 'stale')
    await rate(vault, 'one', 'wrong')
    expect(await findings(vault)).toEqual([])
    await rate(vault, 'one', 'stale')
    expect(await findings(vault)).toMatchObject([{ code: 'record-obsolete', subject: `${project}/one` }])
    for (const _ of [1, 2, 3]) await rate(vault, 'one', 'helpful')
    expect(await findings(vault)).toEqual([])
  })
})

function forget(vault: Vault, id: string) {
  return write(vault, { label: 'test' }, () =>
    appendAndFold(vault, [{ actor: 'cli', type: 'record.forgotten', data: { project, id } }]),
  )
}

describe('settings', () => {
  test('aliases in a circle are named once, and those of the log with those of the file', async () => {
    const { vault } = await makeVault()
    Object.assign(vault.config.projectAliases, { a: 'b', b: 'c', x: 'a' })
    expect(await findings(vault)).toEqual([])
    await write(vault, { label: 'test' }, () =>
      appendAndFold(vault, [{ actor: 'cli', type: 'project.registered', data: { project: 'c', aliasOf: 'a' } }]),
    )
    const found = await findings(vault)
    expect(found).toMatchObject([{ code: 'alias-circle', severity: 'error' }])
    expect(found[0]?.message).toMatch(/(a → b → c → a|c → a → b → c|b → c → a → b)/)
  })

  test('records under an id that stands for another project are told until they are brought over', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'one', body: 'Text.' })
    await putAll(vault, [{ id: 'two', project: 'shop', body: 'More text.' }])
    await aliasProject(vault, 'old', 'shop')
    expect(await findings(vault)).toEqual([])
    await aliasProject(vault, project, 'shop')
    expect(await findIds(vault, 'text', { projects: ['shop'] })).toEqual(['two'])
    expect(await findings(vault)).toMatchObject([{ code: 'alias-records', severity: 'warning', subject: project }])
    await moveRecord(vault, { name: `${project}/one`, toProject: 'shop', toId: undefined, cwd: root })
    expect((await findIds(vault, 'text', { projects: ['shop'] })).sort()).toEqual(['one', 'two'])
    expect(await findings(vault)).toEqual([])
  })

  test('a search profile that does not exist is an error', async () => {
    const { vault } = await makeVault()
    Object.assign(vault.config.search, { profile: 'fancy' })
    expect(await findings(vault)).toMatchObject([
      { code: 'config-profile', severity: 'error', message: expect.stringContaining('"fancy"') },
    ])
  })
})

describe('the folder', () => {
  test('that lacks a part is completed', async () => {
    const { vault, root } = await makeVault()
    rmSync(join(root, 'config.json'))
    rmSync(join(root, 'projects'), { recursive: true })
    const mine = Buffer.from('/memo.sqlite*\nGeh\xe4use\n', 'latin1')
    writeFileSync(join(root, '.gitignore'), mine)
    expect((await findings(vault)).map(({ code, subject, remedy }) => [code, subject, remedy])).toEqual([
      ['layout-incomplete', 'projects', 'memo init'],
      ['layout-incomplete', 'config.json', 'memo init'],
      ['layout-incomplete', '.gitignore', 'memo init'],
    ])
    expect(await fixed(vault)).toEqual(['layout-incomplete'])
    expect(readFileSync(join(root, '.gitignore')).subarray(0, mine.length)).toEqual(mine)
  })

  test('that others can reach is closed; behind a closed folder nothing is open', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { title: 'One', body: 'text' })
    chmodSync(join(root, 'config.json'), 0o644)
    expect(await findings(vault)).toEqual([])
    for (const [mode, reached] of [
      [0o744, ' 1 path '],
      [0o755, ' 2 paths '],
    ] as const) {
      chmodSync(root, mode)
      const message = expect.stringContaining(reached)
      expect(await findings(vault)).toMatchObject([{ code: 'permissions-open', severity: 'warning', message }])
    }
    expect(await fixed(vault)).toEqual(['permissions-open'])
    expect(statSync(root).mode & 0o777).toBe(0o700)
    expect(statSync(join(root, 'config.json')).mode & 0o777).toBe(0o600)
  })

  test('with half-written files of dead processes is cleared of them, and of no others', async () => {
    const { vault, root } = await makeVault()
    const { pid } = spawnSync('true')
    const folder = join(root, 'projects', project, 'notes')
    mkdirSync(folder, { recursive: true })
    const dead = join(folder, `one.md.${pid}-0.tmp`)
    const others = [join(folder, `two.md.${process.pid}-0.tmp`), join(folder, 'mine.tmp')]
    for (const path of [dead, ...others]) writeFileSync(path, 'half')
    expect(await findings(vault)).toMatchObject([
      { code: 'temporary-left', subject: `projects/${project}/notes/one.md.${pid}-0.tmp` },
    ])
    expect(await fixed(vault)).toEqual(['temporary-left'])
    expect(existsSync(dead)).toBe(false)
    expect(others.every((path) => existsSync(path))).toBe(true)
  })
})

describe('the machine', () => {
  test('a lock that is held is told with its holder, and fails nothing', async () => {
    const { vault, reopen } = await makeVault()
    const other = await reopen()
    vault.lock.hold(100, 'sync', () => undefined)
    const release = holdByHand(vault)
    const found = await findings(other)
    release()
    expect(found).toMatchObject([
      {
        code: 'lock-held',
        severity: 'info',
        message: expect.stringMatching(/^The vault is held by process \d+ \(memo sync[^;]*\.$/),
      },
    ])
    expect(await findings(other)).toEqual([])
  })

  test('failures of the last seven days are told by subsystem, and a torn line hides no other', async () => {
    const { vault, ports } = await makeVault()
    logError(vault.paths, ports, 'git', new Error('long ago'))
    ports.advance(8 * 24 * 60 * 60 * 1000)
    logError(vault.paths, ports, 'memory-hits', new Error('first'))
    appendFileSync(vault.paths.errors, '{"at":"2031-0\n')
    logError(vault.paths, ports, 'memory-hits', new Error('second'))
    expect(await findings(vault)).toMatchObject([
      {
        code: 'errors-logged',
        subject: 'memory-hits',
        severity: 'warning',
        message: expect.stringMatching(/^2 failures .*second\.$/),
      },
    ])
  })

  test('what is due for a file is nothing to be done in a read-only vault', async () => {
    const { vault, root } = await makeVault()
    mkdirSync(join(root, 'projects', project, 'notes', 'one.md'), { recursive: true })
    await put(vault, { id: 'one', body: 'text' })
    expect(await codes(vault)).toEqual(['errors-logged', 'file-pending'])
    vault.readOnly = true
    expect(await codes(vault)).toEqual(['errors-logged', 'vault-read-only'])
  })

  test.skipIf(!mayMount)('a full disk is named as what it is', async () => {
    await withSmallDisk('16m', async ({ path, fill }) => {
      const ports = testPorts()
      const { root, vault } = await makeVault(ports, path)
      closeVault(vault)
      fill()
      const full = await openVault(root, { ports })
      const [finding] = await findings(full)
      expect(finding).toMatchObject({ code: 'vault-read-only', remedy: 'Free some space.' })
      expect(finding?.message).toContain('The disk is full')
      closeVault(full)
    })
  })

  test('a fix of a read-only vault is refused', async () => {
    const { vault } = await makeVault()
    vault.readOnly = true
    expect(await codes(vault)).toEqual(['vault-read-only'])
    await expect(fixVault(vault)).rejects.toMatchObject({ code: 'READ_ONLY' })
  })
})

/** Holds the lock across turns of the event loop, as another process would. */
function holdByHand({ paths }: Vault): () => void {
  const db = new Database(paths.lock)
  db.exec('BEGIN IMMEDIATE')
  return () => {
    db.exec('COMMIT')
    db.close()
  }
}
