import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { renderStatus } from '../../../src/cli/render/status.ts'
import { fileSegments } from '../../../src/events/file-segments.ts'
import { openLog } from '../../../src/events/log.ts'
import { logError } from '../../../src/vault/error-log.ts'
import { tryLock } from '../../../src/vault/lock.ts'
import { announce, listPresent } from '../../../src/vault/presence.ts'
import { resetIndex } from '../../../src/vault/reset-index.ts'
import { getStatus, type StatusInput } from '../../../src/vault/status/status.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { packageRoot } from '../../support/cli.ts'
import { allEvents } from '../../support/inspect.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, put } from '../../support/vault.ts'

async function filled() {
  const made = await makeVault()
  onTestFinished(() => closeVault(made.vault))
  await put(made.vault, { id: 'a', kind: 'trap', title: 'A', body: 'One.' })
  await put(made.vault, { id: 'b', kind: 'trap', title: 'B', body: 'Two.', status: 'archived' })
  await put(made.vault, { id: 'c', title: 'C', body: 'Three.' })
  return made
}

function status(vault: Vault, input: Partial<StatusInput> = {}) {
  return getStatus(vault, { project: 'acme', cwd: vault.paths.root, isRefreshed: false, ...input })
}

describe('status', () => {
  test('tells what is there, and writes nothing', async () => {
    const { vault, root, ports } = await filled()
    const files = () => readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()
    const before = { files: files(), events: allEvents(vault).length }
    const result = await status(vault)
    const counts = { total: 3, byKind: { trap: 2, note: 1 }, byStatus: { active: 2, archived: 1 } }
    expect(result).toMatchObject({
      ...{ vault: root, readOnly: false, project: { id: 'acme', source: 'flag', records: counts }, records: counts },
      ...{ projects: 1, servers: [], isWatched: false, trouble: null, embeddings: null },
      index: {
        ...{ isBuilt: true, behind: { events: 0, bytes: 0 }, redactions: 0 },
        files: { waiting: 0, failed: 0, unfollowed: 0 },
      },
      git: { policy: 'batched', reason: null, unfinished: null },
    })
    expect(result.writers).toMatchObject([{ events: before.events, isOwn: true, newest: '2031-05-01T09:00:00.000Z' }])
    expect({ files: files(), events: allEvents(vault).length }).toEqual(before)
    const screen = renderStatus(result, { paint: (_, text) => text, now: ports.now() })
    expect(screen.split('\n')).toHaveLength(9)
    expect(screen).toContain('records  3 records (2 trap, 1 note; 2 active, 1 archived) in 1 project')
    expect(screen).toContain('index    up to date')
  })

  test('says how the project was found', async () => {
    const { vault } = await filled()
    const cwd = makeTempDir()
    expect((await status(vault, { project: undefined, cwd })).project).toMatchObject({
      ...{ source: 'path', root: cwd, records: { total: 0 } },
    })
    writeFileSync(join(cwd, '.memo.json'), '{"project": "acme"}')
    expect((await status(vault, { project: undefined, cwd })).project).toMatchObject({
      ...{ id: 'acme', source: 'file', root: cwd, records: { total: 3 } },
    })
  })

  test('counts what the index has not folded, and takes it in only when asked to', async () => {
    const { vault, root, ports } = await filled()
    const other = openLog(fileSegments(join(root, 'events'), join(root, '.sync/quarantine')), ports)
    const draft = { actor: 'cli' as const, type: 'project.registered' as const, data: { project: 'shop' } }
    other.append('other', [draft, draft], allEvents(vault).at(-1)?.id ?? '')
    const { index, writers } = await status(vault)
    expect(index.behind).toMatchObject({ events: 2 })
    const find = (list: typeof writers) => list.find(({ id }) => id === 'other')
    expect(find(writers)).toEqual({ id: 'other', events: 0, newest: null, isOwn: false })
    const refreshed = await status(vault, { isRefreshed: true })
    expect(refreshed.index.behind).toEqual({ events: 0, bytes: 0 })
    expect(find(refreshed.writers)).toMatchObject({ events: 2 })
    expect(refreshed.projects).toBe(2)
    resetIndex(vault, 'in place')
    const built = (await status(vault)).index
    expect(built.isBuilt).toBe(false)
    expect(built.behind.events).toBe(allEvents(vault).length)
  })

  test('a log far ahead is measured, not counted', async () => {
    const { vault, root } = await filled()
    mkdirSync(join(root, 'events/big'))
    appendFileSync(join(root, 'events/big/000001.jsonl'), `${'x'.repeat(1023)}\n`.repeat(9 * 1024))
    const { index, writers } = await status(vault)
    expect(index.behind).toEqual({ events: null, bytes: 9 * 1024 * 1024 })
    expect(writers.map(({ id }) => id)).toContain('big')
  })

  test('counts files that cannot be followed', async () => {
    const { vault, root, ports } = await filled()
    writeFileSync(join(root, 'projects/acme/traps/a.md'), '---\nid: [\n---\n')
    const result = await status(vault, { isRefreshed: true })
    expect(result.index.files.unfollowed).toBe(1)
    const screen = renderStatus(result, { paint: (_, text) => text, now: ports.now() })
    expect(screen).toContain('index    up to date, 1 file cannot be followed ("memo doctor" tells why)')
  })

  test('tells the newest trouble, harmless, and that a watcher is there', async () => {
    const { vault, ports } = await filled()
    logError(vault.paths, ports, 'git', new Error('old'))
    logError(vault.paths, ports, 'projection', new Error('disk\x1b[2J full\nat x'))
    const release = tryLock(join(vault.paths.local, 'watch-lock.sqlite'))
    const result = await status(vault)
    release?.()
    expect(result).toMatchObject({ isWatched: true, trouble: { subsystem: 'projection' } })
    const screen = renderStatus(result, { paint: (_, text) => text, now: ports.now() })
    expect(screen).toContain('trouble  0 s ago, projection: disk\\x1b[2J full; "memo doctor" tells more')
    expect((await status(vault)).isWatched).toBe(false)
  })
})

describe('presence', () => {
  test('a server is there from its word to its end', async () => {
    const { vault } = await filled()
    const leave = announce(vault, { what: 'serve', place: 'http://127.0.0.1:3124' })
    const there = { what: 'serve', pid: process.pid, since: '2031-05-01T09:00:00.000Z', place: 'http://127.0.0.1:3124' }
    expect((await status(vault)).servers).toEqual([there])
    leave()
    expect(listPresent(vault.paths)).toEqual([])
    expect(readdirSync(join(vault.paths.local, 'present'))).toEqual([])
  })

  test('one that was killed is not there any more, and the next one cleans up behind it', async () => {
    const { vault } = await filled()
    const script = `
      import { announce } from ${JSON.stringify(join(packageRoot, 'src/vault/presence.ts'))}
      import { openVault } from ${JSON.stringify(join(packageRoot, 'src/vault/vault.ts'))}
      announce(await openVault(${JSON.stringify(vault.paths.root)}), { what: 'mcp', place: undefined })
      console.log('there')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    await once(child.stdout, 'data')
    expect(listPresent(vault.paths)).toMatchObject([{ what: 'mcp', pid: child.pid }])
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(listPresent(vault.paths)).toEqual([])
    announce(vault, { what: 'mcp' })()
    expect(readdirSync(join(vault.paths.local, 'present'))).toEqual([])
  })

  test('where nothing can be written a server starts all the same', async () => {
    const { vault } = await filled()
    rmSync(join(vault.paths.local, 'present'), { recursive: true, force: true })
    writeFileSync(join(vault.paths.local, 'present'), 'in the way')
    expect(announce(vault, { what: 'mcp' })).toBeTypeOf('function')
    expect((await status(vault)).servers).toEqual([])
  })
})
