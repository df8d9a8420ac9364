/** The doctor on the event log: damage, forks, lost ends, and what the index brings back. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { encodeLine } from '../../../src/events/codec.ts'
import type { EventDraft } from '../../../src/events/schema.ts'
import { newestId } from '../../../src/vault/append.ts'
import { tryLock } from '../../../src/vault/lock.ts'
import { bindProject } from '../../../src/vault/projects.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { codes, findings, fixed } from '../../support/doctor.ts'
import { allEvents, saidByFiles, saidByIndex, saidByLog, statesByIndex, statesByLog } from '../../support/inspect.ts'
import { findIds } from '../../support/search-vault.ts'
import { hit, makeVault, project, put, rate, testPorts } from '../../support/vault.ts'

async function withThree() {
  const made = await makeVault()
  for (const id of ['alpha', 'beta', 'gamma'])
    await put(made.vault, { id, kind: 'trap', title: id, body: `about ${id}` })
  await hit(made.vault, 'alpha', 's1')
  await rate(made.vault, 'alpha', 'helpful')
  const folder = readdirSync(join(made.root, 'events'))[0] ?? ''
  const log = join(made.root, 'events', folder, '000001.jsonl')
  const lines = (): string[] => readFileSync(log, 'utf8').split('\n').slice(0, -1)
  const keep = (kept: readonly string[]): void => writeFileSync(log, `${kept.join('\n')}\n`)
  return { ...made, log, lines, keep, writer: folder }
}

function agree(vault: Vault): void {
  expect(statesByIndex(vault)).toEqual(statesByLog(vault))
  expect(saidByFiles(vault.paths.root)).toEqual(saidByLog(vault))
}

test('a new vault and one in use have no findings', async () => {
  const { vault } = await makeVault()
  expect(await findings(vault)).toEqual([])
  await put(vault, { title: 'One', body: 'text' })
  await hit(vault, 'one', 's1')
  expect(await findings(vault)).toEqual([])
  expect(await fixed(vault)).toEqual([])
})

describe('a damaged line', () => {
  test.each([1, 2, 3])('%i is named by file and line, and the events behind it are kept', async (at) => {
    const { vault, lines, keep, writer } = await withThree()
    const before = saidByIndex(vault)
    keep(lines().map((line, index) => (index === at ? line.replace('"at":', '"At":') : line)))
    expect(await findings(vault)).toMatchObject([
      {
        code: 'log-damaged',
        severity: 'error',
        subject: `events/${writer}/000001.jsonl:${at + 1}`,
        remedy: 'memo doctor --fix',
      },
    ])
    expect(await fixed(vault)).toContain('log-damaged')
    expect(saidByIndex(vault)).toEqual(before)
    agree(vault)
  })

  test('that is the last, and was read before, is brought back from the index', async () => {
    const { vault, lines, keep } = await withThree()
    const before = saidByIndex(vault)
    keep(lines().map((line, index, all) => (index === all.length - 1 ? line.replace('helpful', 'helpfuL') : line)))
    expect(await codes(vault)).toEqual(['log-shorter', 'log-torn'])
    await expect(put(vault, { title: 'Next', body: 'text' })).rejects.toMatchObject({ code: 'INTEGRITY' })
    expect(await fixed(vault)).toContain('log-shorter')
    expect(saidByIndex(vault)).toEqual(before)
    agree(vault)
  })

  test('B075 of git conflict markers is told as such, and both sides stay', async () => {
    const { vault, lines, keep } = await withThree()
    const before = saidByIndex(vault)
    const all = lines()
    keep([...all.slice(0, 2), '<<<<<<< HEAD', ...all.slice(2, 3), '=======', ...all.slice(3), '>>>>>>> topic'])
    expect((await findings(vault))[0]).toMatchObject({
      code: 'log-damaged',
      message: expect.stringContaining('conflict marker'),
    })
    await fixed(vault)
    expect(saidByIndex(vault)).toEqual(before)
    agree(vault)
  })
})

describe('lines that are sound, and not where they belong', () => {
  /** Behind the last line, and continuing none. */
  const stray = (lines: readonly string[], writer: string, seq: number): string => {
    const { id, at } = JSON.parse(lines.at(-1) ?? '') as { id: string; at: string }
    const header = { id: id.replace(/.$/, 'Z'), writer, seq, at, actor: 'cli' as const, prev: 'f'.repeat(64) }
    const data = { project, id: 'beta', rating: 'helpful' }
    return encodeLine({ ...header, type: 'record.rated' }, data).text.trimEnd()
  }

  test.each<[code: string, at: number, change: (lines: string[], writer: string) => string[]]>([
    ['log-duplicate', 4, (lines) => lines.toSpliced(3, 0, lines[2] ?? '')],
    ['log-sequence', 4, (lines) => lines.toSpliced(3, 1)],
    ['log-foreign', 4, (lines) => lines.toSpliced(3, 0, stray(lines, 'somebody-else', 1))],
    ['log-chain', 9, (lines, writer) => [...lines, stray(lines, writer, lines.length + 1)]],
  ])('%s is told by file and line, and mended by a fix that keeps every record', async (code, at, change) => {
    const { vault, lines, keep, writer } = await withThree()
    const before = saidByIndex(vault)
    keep(change(lines(), writer))
    const told = {
      code,
      severity: 'error',
      subject: `events/${writer}/000001.jsonl:${at}`,
      remedy: 'memo doctor --fix',
    }
    expect(await findings(vault)).toContainEqual(expect.objectContaining(told))
    await fixed(vault)
    const after = saidByIndex(vault)
    // A line that is sound is kept: what it says of a record counts.
    expect(after).toMatchObject(before)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    agree(vault)
  })
})

test('events that another process keeps the index from are told, and not for longer', async () => {
  const { vault, writer } = await withThree()
  const draft: EventDraft = { actor: 'cli', type: 'record.rated', data: { project, id: 'beta', rating: 'helpful' } }
  vault.log.append(writer, [draft], newestId(vault))
  const release = tryLock(vault.paths.lock)
  const told = await codes(vault, false)
  release?.()
  expect(told).toEqual(['index-behind', 'lock-held'])
  expect(await codes(vault)).toEqual([])
  expect(saidByIndex(vault)[`${project}/beta`]).toMatchObject({ helpful: 1 })
})

test('B071: half a line at the end keeps nobody from reading or writing, and is mentioned', async () => {
  const { vault, log, reopen } = await withThree()
  const before = saidByIndex(vault)
  closeVault(vault)
  rmSync(vault.paths.index)
  appendFileSync(log, '{"id":"e2","op":"upd')
  const again = await reopen()
  expect(await findIds(again, 'about', { scan: 'bounded' })).toHaveLength(3)
  expect(saidByIndex(again)).toEqual(before)
  appendFileSync(log, '{"id":"e2","op":"upd')
  expect(await codes(again)).toEqual(['log-torn'])
  appendFileSync(log, '{"id":"e2","op":"upd')
  await put(again, { title: 'Next', body: 'text' })
  expect(await codes(again)).toEqual([])
  expect(readdirSync(again.paths.quarantine).length).toBeGreaterThan(0)
  agree(again)
})

test('half a line in the log of another clone is no event that the index lacks, and is set aside when asked for', async () => {
  const { vault } = await withThree()
  const folder = join(vault.paths.events, 'laptop-k3v9x2ab')
  mkdirSync(folder)
  writeFileSync(join(folder, '000001.jsonl'), '{"id":"e2","op":"upd')
  expect(await codes(vault)).toEqual(['log-torn'])
  await put(vault, { title: 'Next', body: 'text' })
  expect(await codes(vault)).toEqual(['log-torn'])
  expect(await fixed(vault)).toEqual(['log-torn'])
  expect(await codes(vault)).toEqual([])
})

test('B073: a NUL tail is set aside and mentioned', async () => {
  const { vault, log } = await withThree()
  appendFileSync(log, Buffer.alloc(512))
  expect(await codes(vault)).toEqual(['log-torn'])
  // Any command sets it aside before it writes; so does the examination, when it brings the index up.
  expect(await codes(vault)).toEqual([])
  appendFileSync(log, Buffer.alloc(512))
  expect(await fixed(vault)).toEqual(['log-torn'])
  agree(vault)
})

test('a fork is re-homed under a new writer, and both branches count', async () => {
  const { vault, root, log, ports } = await withThree()
  const shared = readFileSync(log, 'utf8')
  await hit(vault, 'beta', 's1')
  const ours = readFileSync(log, 'utf8').slice(shared.length)
  writeFileSync(log, shared)
  // As after a backup that was restored whole: nothing in the folder knows what was written since.
  rmSync(vault.paths.appended)
  const other = await openVault(root, { ports: testPorts(ports.now() + 5000, 77) })
  rmSync(vault.paths.index)
  await put(other, { id: 'delta', title: 'Delta', body: 'of the other branch' })
  closeVault(other)
  appendFileSync(log, ours)
  expect(await codes(vault)).toContain('log-fork')
  expect(await fixed(vault)).toContain('log-damaged')
  expect(saidByIndex(vault)).toMatchObject({ [`${project}/delta`]: {}, [`${project}/beta`]: { hits: 1 } })
  agree(vault)
})

describe('a log that ends before what the index has seen', () => {
  test('is found, and stops a rebuild that would lose the rest', async () => {
    const { vault, lines, keep } = await withThree()
    keep(lines().slice(0, 3))
    expect(await codes(vault)).toEqual(['log-shorter'])
    await expect(rebuild(vault, { acceptDeletions: false })).rejects.toMatchObject({ code: 'INTEGRITY' })
  })

  test.each([0, 1, 2, 3, 4, 5])('with %i lines left is completed from the index, counters and all', async (left) => {
    const { vault, lines, keep, log } = await withThree()
    const before = saidByIndex(vault)
    if (left === 0) truncateSync(log, 0)
    else keep(lines().slice(0, left))
    expect(await fixed(vault)).toEqual(['log-shorter'])
    expect(saidByIndex(vault)).toEqual(before)
    agree(vault)
  })

  test('and was put back from an older state and continued elsewhere is completed too', async () => {
    const { vault, root, lines, keep, ports } = await withThree()
    const before = saidByIndex(vault)
    keep(lines().slice(0, -2))
    closeVault(vault)
    const index = vault.paths.index
    const aside = join(root, '.sync', 'kept.sqlite')
    renameSync(index, aside)
    const other = await openVault(root, { ports: testPorts(ports.now() + 5000, 50) })
    for (const _ of [1, 2]) await rate(other, 'gamma', 'helpful')
    closeVault(other)
    renameSync(aside, index)
    const again = await openVault(root, { ports })
    expect(await codes(again)).toEqual(['log-shorter'])
    await fixed(again)
    expect(saidByIndex(again)[`${project}/alpha`]).toEqual(before[`${project}/alpha`])
    expect(saidByIndex(again)[`${project}/gamma`]).toMatchObject({ helpful: 2 })
    agree(again)
  })

  test('and was continued elsewhere by as many lines, but longer ones, is found as well', async () => {
    const { vault, root, lines, keep, ports } = await withThree()
    const before = saidByIndex(vault)
    const known = lines().length
    keep(lines().slice(0, -1))
    closeVault(vault)
    // Else the other takes a name of its own, as the folder knows that lines are missing.
    rmSync(vault.paths.appended)
    const aside = join(root, '.sync', 'kept.sqlite')
    renameSync(vault.paths.index, aside)
    const other = await openVault(root, { ports: testPorts(ports.now() + 5000, 50) })
    await put(other, { id: 'gamma', kind: 'trap', body: 'about gamma, at length. '.repeat(50) })
    closeVault(other)
    expect(lines()).toHaveLength(known)
    renameSync(aside, vault.paths.index)
    const again = await openVault(root, { ports })
    expect(await codes(again)).toEqual(['log-shorter'])
    await fixed(again)
    expect(saidByIndex(again)[`${project}/alpha`]).toEqual(before[`${project}/alpha`])
    expect(statesByIndex(again).get(`${project}/gamma`)?.fields).toMatchObject({
      body: expect.stringContaining('at length'),
    })
    agree(again)
  })

  test('keeps what a session has seen, projects, and the time of each rating', async () => {
    const { vault, root, ports } = await withThree()
    await bindProject(vault, { project: 'other', name: 'The Other', cwd: root })
    for (const rating of ['stale', 'helpful', 'stale'] as const) {
      ports.advance(60_000)
      await rate(vault, 'beta', rating)
    }
    const before = saidByIndex(vault)
    const known = vault.projections.db.prepare('SELECT id FROM projects ORDER BY id').all()
    rmSync(vault.paths.events, { recursive: true })
    ports.advance(60_000)
    expect(await fixed(vault)).toEqual(['layout-incomplete', 'log-shorter'])
    expect(saidByIndex(vault)).toEqual(before)
    expect(vault.projections.db.prepare('SELECT id FROM projects ORDER BY id').all()).toEqual(known)
    await hit(vault, 'alpha', 's1')
    expect(saidByIndex(vault)[`${project}/alpha`]).toMatchObject({ hits: 1 })
    expect(allEvents(vault).map(({ type }) => type)).not.toContain('record.hit')
  })
})

test('an event of tomorrow is fine, one of next week means a wrong clock', async () => {
  const { vault, ports } = await makeVault()
  const day = 24 * 60 * 60 * 1000
  ports.advance(7 * day)
  await put(vault, { title: 'Early', body: 'text' })
  ports.advance(60_000 - day)
  expect(await codes(vault)).toEqual([])
  ports.advance(-day)
  expect(await codes(vault)).toEqual(['clock-ahead'])
})
