/** Git used by hand between clones: the next command, or the next sync, makes the best of whatever it left. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSetting } from '../../../src/config/edit.ts'
import { stampOf } from '../../../src/events/fold.ts'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { readWriter } from '../../../src/vault/writer.ts'
import { type Clone, filesOf, git, makeTwoClones, sync, syncUntilQuiet } from '../../support/clones.ts'
import { codes, fixed } from '../../support/doctor.ts'
import { allEvents, dumpIndex, saidByFiles, saidByLog } from '../../support/inspect.ts'
import { hit, put } from '../../support/vault.ts'

const path = 'projects/acme/decisions/one.md'

/** Both have the record `one`, and `a` has pushed an edit and a use of it that `b` has not. */
async function makePair(): Promise<{ a: Clone; b: Clone; all: Clone[]; remote: string; close: () => void }> {
  const { a, b, all, remote, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text', tags: ['x'] })
  for (const { vault } of [a, b]) await sync(vault)
  a.ports.advance(1000)
  b.ports.advance(2000)
  await put(a.vault, { id: 'one', kind: 'decision', title: 'By A' })
  await hit(a.vault, 'one')
  await sync(a.vault)
  return { a, b, all, remote, close }
}

function adopted(vault: Vault): unknown[] {
  return allEvents(vault).filter(({ actor }) => actor === 'adopt' || actor === 'sync')
}

async function expectAlike(all: readonly Clone[], said: object): Promise<void> {
  await syncUntilQuiet(all)
  const [a, b] = all
  if (a === undefined || b === undefined) return
  expect(saidByLog(a.vault)['acme/one']).toMatchObject(said)
  expect(saidByFiles(b.root)).toEqual(saidByLog(b.vault))
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  expect(filesOf(b.root)).toEqual(filesOf(a.root))
}

test('a pull that only moves forward is folded and adopts nothing', async () => {
  const { b, all, close } = await makePair()
  git(b.root, 'pull', '-q', '--ff-only')
  await refresh(b.vault, 'full')
  expect(saidByLog(b.vault)['acme/one']).toMatchObject({ title: 'By A', hits: 1 })
  expect(saidByFiles(b.root)).toEqual(saidByLog(b.vault))
  expect(adopted(b.vault)).toEqual([])
  expect(git(b.root, 'status', '--porcelain')).toBe('')
  await expectAlike(all, { title: 'By A', hits: 1 })
  close()
})

test('a pull that merges two edits of one record stops at nothing and adopts nothing', async () => {
  const { b, all, close } = await makePair()
  await put(b.vault, { id: 'one', kind: 'decision', tags: ['b'] })
  await hit(b.vault, 'one')
  await commitPending(b.vault)
  git(b.root, 'pull', '-q', '--no-rebase')
  await refresh(b.vault, 'full')
  expect(saidByFiles(b.root)).toEqual(saidByLog(b.vault))
  expect(adopted(b.vault)).toEqual([])
  await expectAlike(all, { title: 'By A', tags: ['b'], hits: 2 })
  close()
})

test('B112: a union of logs by git gives each event once, in order, since nobody writes in the log of another', async () => {
  const { b, all, close } = await makePair()
  writeFileSync(join(b.root, '.git/info/attributes'), '*.jsonl merge=union\n')
  await put(b.vault, { id: 'one', kind: 'decision', tags: ['b'] })
  await hit(b.vault, 'one')
  await commitPending(b.vault)
  git(b.root, 'pull', '-q', '--no-rebase')
  await put(b.vault, { id: 'two', kind: 'note', title: 'Two', body: 'written behind it' })
  const events = allEvents(b.vault)
  expect(new Set(events.map(stampOf)).size).toBe(events.length)
  for (const type of ['record.hit', 'record.upserted'])
    expect(events.filter((event) => event.type === type)).toHaveLength(type === 'record.hit' ? 2 : 4)
  for (const { vault } of all) for (const [, ids] of idsByWriter(vault)) expect(ids).toEqual(ids.toSorted())
  await expectAlike(all, { title: 'By A', tags: ['b'], hits: 2 })
  close()
})

function idsByWriter(vault: Vault): Map<string, string[]> {
  return allEvents(vault).reduce(
    (found, { writer, id }) => found.set(writer, [...(found.get(writer) ?? []), id]),
    new Map<string, string[]>(),
  )
}

test('a pull that rebases takes no edit back', async () => {
  const { b, all, close } = await makePair()
  await put(b.vault, { id: 'one', kind: 'decision', title: 'By B', tags: ['b'] })
  await hit(b.vault, 'one')
  await commitPending(b.vault)
  git(b.root, 'pull', '-q', '--rebase')
  await refresh(b.vault, 'full')
  expect(adopted(b.vault)).toEqual([])
  await expectAlike(all, { title: 'By B', tags: ['b'], hits: 2 })
  close()
})

test('B110: a merge that stopped on a conflict is left alone by other commands and finished by a sync', async () => {
  const { b, all, close } = await makePair()
  git(b.root, 'config', '--remove-section', 'merge.memo')
  await put(b.vault, { id: 'one', kind: 'decision', title: 'By B', tags: ['b'] })
  await hit(b.vault, 'one')
  await commitPending(b.vault)
  expect(() => git(b.root, 'pull', '-q', '--no-rebase')).toThrow()
  expect(readFileSync(join(b.root, path), 'utf8')).toContain('<<<<<<<')
  await put(b.vault, { id: 'two', kind: 'note', title: 'Two', body: 'written meanwhile' })
  await refresh(b.vault, 'full')
  expect(existsSync(join(b.root, '.git/MERGE_HEAD'))).toBe(true)
  // As of another path with the same name where its `/` are written as `-`, in the same millisecond.
  const aside = join(b.vault.paths.quarantine, `${path.replaceAll('/', '-')}.conflict.${b.ports.now()}`)
  mkdirSync(b.vault.paths.quarantine, { recursive: true })
  writeFileSync(aside, 'of another')
  const result = await sync(b.vault)
  expect(readFileSync(aside, 'utf8')).toBe('of another')
  expect(readFileSync(`${aside}-2`, 'utf8')).toContain('<<<<<<<')
  expect(result.conflicts).toMatchObject([{ id: 'one', field: 'title' }])
  expect(existsSync(join(b.root, '.git/MERGE_HEAD'))).toBe(false)
  expect(git(b.root, 'status', '--porcelain')).toBe('')
  expect(readFileSync(join(b.root, path), 'utf8')).not.toContain('<<<<<<<')
  await expectAlike(all, { title: 'By B', tags: ['b'], hits: 2 })
  close()
})

test('settings that git left with a conflict stop no command: those of this clone count, and a sync ends the merge', async () => {
  const { a, b, all, close } = await makePair()
  for (const [{ root, vault }, policy] of [[a, 'off'] as const, [b, 'each'] as const]) {
    await writeSetting(root, 'git.commit', policy)
    if (root === a.root) await writeSetting(root, 'ttl.scratchDays', '3')
    if (root === a.root) await sync(vault)
    else await commitPending(vault, { evenIfOff: true })
  }
  expect(() => git(b.root, 'pull', '-q', '--no-rebase')).toThrow()
  expect(readFileSync(join(b.root, 'config.json'), 'utf8')).toContain('<<<<<<<')
  const opened = await openVault(b.root, { ports: b.ports })
  expect(opened.config.git.commit).toBe('each')
  await put(opened, { id: 'two', kind: 'note', title: 'Two', body: 'written meanwhile' })
  expect(await codes(opened)).toContain('config-conflict')
  const { skipped, settings } = await sync(opened)
  expect(settings).toEqual(['ttl'])
  expect(skipped).toEqual([{ path: 'config.json', reason: expect.stringContaining('git.commit') }])
  expect(await codes(opened)).not.toContain('config-conflict')
  closeVault(opened)
  expect(JSON.parse(readFileSync(join(b.root, 'config.json'), 'utf8'))).toEqual({
    version: 1,
    git: { commit: 'each' },
    ttl: { scratchDays: 3 },
  })
  await expectAlike(all, { title: 'By A' })
  close()
})

test('B110: a HEAD on no branch and an unfinished rebase are refused with what to do', async () => {
  const { b, close } = await makePair()
  git(b.root, 'checkout', '-q', '--detach')
  await expect(sync(b.vault)).rejects.toMatchObject({ code: 'REFUSED', hint: expect.stringContaining('switch') })
  git(b.root, 'checkout', '-q', 'main')
  writeFileSync(join(b.root, 'note.txt'), 'one\n')
  git(b.root, 'add', 'note.txt')
  git(b.root, 'commit', '-q', '-m', 'one')
  git(b.root, 'branch', 'side', 'HEAD~1')
  git(b.root, 'checkout', '-q', 'side')
  writeFileSync(join(b.root, 'note.txt'), 'two\n')
  git(b.root, 'add', 'note.txt')
  git(b.root, 'commit', '-q', '-m', 'two')
  expect(() => git(b.root, 'rebase', '-q', 'main')).toThrow()
  await expect(sync(b.vault)).rejects.toMatchObject({ code: 'REFUSED', hint: expect.stringContaining('--abort') })
  close()
})

test('a reset takes lines away: a sync says so, and the doctor brings back the same lines, so a use counts once', async () => {
  const { b, all, close } = await makePair()
  await sync(b.vault)
  await hit(b.vault, 'one')
  await hit(b.vault, 'one')
  await sync(b.vault)
  await put(b.vault, { id: 'two', kind: 'note', title: 'Two', body: 'not committed' })
  const writer = readWriter(b.vault.paths)
  git(b.root, 'reset', '-q', '--hard', 'HEAD~1')
  await expect(sync(b.vault)).rejects.toMatchObject({ code: 'INTEGRITY', hint: expect.stringContaining('--fix') })
  expect(readWriter(b.vault.paths)).toEqual(writer)
  expect(await fixed(b.vault)).toEqual(['log-lost', 'log-shorter'])
  await expectAlike(all, { title: 'By A', hits: 3 })
  expect(saidByLog(b.vault)['acme/two']).toMatchObject({ title: 'Two', body: 'not committed' })
  expect(allEvents(b.vault).filter(({ type }) => type === 'record.hit')).toHaveLength(3)
  close()
})

test('lines behind conflict markers in the log stay where they are, so that no clone counts them twice', async () => {
  const { a, b, all, close } = await makePair()
  await sync(b.vault)
  await hit(b.vault, 'one')
  await hit(b.vault, 'one')
  await syncUntilQuiet(all)
  const log = join(b.root, 'events', readWriter(b.vault.paths)?.writer ?? '', '000001.jsonl')
  const before = readFileSync(log, 'utf8')
  const lines = before.split('\n')
  const marked = [lines[0], '<<<<<<< HEAD', lines[0], ...lines.slice(1, -1), '>>>>>>> topic', '']
  writeFileSync(log, marked.join('\n'))
  await refresh(b.vault, 'none').catch(() => undefined)
  expect(await fixed(b.vault)).toEqual(['log-damaged'])
  expect(readFileSync(log, 'utf8')).toBe(before)
  await expectAlike(all, { title: 'By A', hits: 3 })
  expect(allEvents(a.vault).filter(({ type }) => type === 'record.hit')).toHaveLength(3)
  close()
})

test('a reset of a vault whose index is gone too is told, and the lines come back as they were', async () => {
  const { b, close } = await makePair()
  await put(b.vault, { id: 'two', kind: 'note', title: 'Two', body: 'committed' })
  await commitPending(b.vault, { evenIfOff: true })
  closeVault(b.vault)
  git(b.root, 'reset', '-q', '--hard', 'HEAD~1')
  for (const end of ['', '-wal', '-shm']) rmSync(join(b.root, `memo.sqlite${end}`), { force: true })
  b.vault = await openVault(b.root, { ports: b.ports })
  await put(b.vault, { id: 'three', kind: 'note', title: 'Three', body: 'written before anybody asked' })
  expect(await codes(b.vault)).toContain('log-lost')
  expect(await fixed(b.vault)).toContain('log-lost')
  expect(saidByLog(b.vault)['acme/two']).toMatchObject({ body: 'committed' })
  expect(saidByFiles(b.root)).toEqual(saidByLog(b.vault))
  close()
})

test('a revert takes lines away too, and none of them leaves the other clones', async () => {
  const { b, all, close } = await makePair()
  await sync(b.vault)
  await put(b.vault, { id: 'one', kind: 'decision', title: 'By B' })
  await commitPending(b.vault)
  git(b.root, 'revert', '--no-edit', 'HEAD')
  await expect(sync(b.vault)).rejects.toMatchObject({ code: 'INTEGRITY' })
  expect(await fixed(b.vault)).toEqual(['log-lost'])
  // What the revert did to the file is an edit like any other.
  await expectAlike(all, { title: 'By A', hits: 1 })
  expect(allEvents(b.vault).map(({ data }) => (data as { set?: { title?: string } }).set?.title)).toContain('By B')
  close()
})
