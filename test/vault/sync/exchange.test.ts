/** Two clones and a bare repository: what is written in one arrives in the other. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clone, filesOf, git, makeClones, makeTwoClones, sync, syncUntilQuiet } from '../../support/clones.ts'
import { watchGit } from '../../support/git-log.ts'
import { allEvents, dumpIndex, saidByFiles, saidByLog } from '../../support/inspect.ts'
import { put } from '../../support/vault.ts'

test('what was written in one clone arrives in the other', async () => {
  const { a, b, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'trap', title: 'One', body: 'text' })
  expect(await sync(a.vault)).toMatchObject({ state: 'synced', fetched: 0, pushed: 1 })
  expect(await sync(b.vault)).toMatchObject({ state: 'synced', fetched: 1, pushed: 0, records: 1, conflicts: [] })
  expect(saidByFiles(b.root)).toEqual(saidByLog(a.vault))
  expect(filesOf(b.root)).toEqual(filesOf(a.root))
  expect(git(b.root, 'rev-parse', 'HEAD')).toBe(git(a.root, 'rev-parse', 'HEAD'))
  expect(git(b.root, 'status', '--porcelain')).toBe('')
  expect(await sync(b.vault)).toMatchObject({ state: 'nothing', fetched: 0, pushed: 0 })
  close()
})

test('an index that proves damaged as a sync begins is folded anew', async () => {
  const { a, b, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  await sync(a.vault)
  b.vault.projections.db.raw.exec('DROP TABLE cursors')
  expect(await sync(b.vault)).toMatchObject({ state: 'synced', fetched: 1 })
  expect(b.vault.notices.join()).toContain('the index was damaged')
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  close()
})

test('B069: edits of different fields of one record both stand, of one field the later, and the earlier is named', async () => {
  const { a, b, all, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text', tags: ['x'] })
  await syncUntilQuiet(all)
  a.ports.advance(1000)
  b.ports.advance(2000)
  await put(a.vault, { id: 'one', kind: 'decision', title: 'By A', tags: ['a'] })
  await put(b.vault, { id: 'one', kind: 'decision', title: 'By B', severity: 'high' })
  await sync(a.vault)
  const result = await sync(b.vault)
  expect(result.conflicts).toMatchObject([{ projectId: 'acme', id: 'one', field: 'title' }])
  await syncUntilQuiet(all)
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ title: 'By B', tags: ['a'], severity: 'high' })
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  expect(filesOf(b.root)).toEqual(filesOf(a.root))
  expect(saidByFiles(a.root)).toEqual(saidByLog(a.vault))
  close()
})

test('B069: of two edits at the same instant one stands everywhere, and the other is named', async () => {
  const { a, b, all, close } = await makeTwoClones({ skewMs: 0 })
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text' })
  await syncUntilQuiet(all)
  await put(a.vault, { id: 'one', kind: 'decision', body: 'by A' })
  await put(b.vault, { id: 'one', kind: 'decision', body: 'by B' })
  const times = [a, b].map(({ vault }) => allEvents(vault).at(-1)?.at)
  expect(times[0]).toBe(times[1])
  const told = [await sync(a.vault), await sync(b.vault), await sync(a.vault)].flatMap(({ conflicts }) => conflicts)
  expect(told).toMatchObject([{ projectId: 'acme', id: 'one', field: 'body' }])
  await syncUntilQuiet(all)
  expect(['by A', 'by B']).toContain(saidByLog(a.vault)['acme/one']?.body)
  for (const text of ['by A', 'by B']) expect(JSON.stringify(allEvents(a.vault))).toContain(text)
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  expect(saidByFiles(b.root)).toEqual(saidByLog(a.vault))
  close()
})

test('where neither side has anything new, git is asked a handful of times', async () => {
  const { all, close } = await makeClones(1)
  const [a] = all
  if (a === undefined) throw new Error('a clone')
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  await syncUntilQuiet(all)
  const started = watchGit()
  expect(await sync(a.vault)).toMatchObject({ state: 'nothing' })
  const commands = started()
  expect(commands).toContain('fetch')
  expect(commands.length, commands.join()).toBeLessThanOrEqual(6)
  close()
})

test('a sync commits whatever the policy, and nothing that somebody else has staged', async () => {
  const { a, b, close } = await makeTwoClones()
  a.vault.config.git.commit = 'off'
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  await put(b.vault, { id: 'two', title: 'Two', body: 'text' })
  await sync(b.vault)
  writeFileSync(join(a.root, 'mine.txt'), 'staged\n')
  git(a.root, 'add', 'mine.txt')
  const { commit } = await sync(a.vault)
  expect(git(a.root, 'ls-tree', '-r', '--name-only', `${commit}`)).not.toContain('mine.txt')
  expect(git(a.root, 'status', '--porcelain')).toBe('A  mine.txt\n')
  expect(git(a.root, 'log', '-1', '--format=%(trailers:key=Memo-Sync,valueonly)').trim()).toMatch(/^[0-9a-f]{40}$/)
  close()
})

test('of a file beside the vault the commit has theirs, and a person at work on it keeps what is on disk', async () => {
  const { a, b, all, close } = await makeTwoClones()
  const write = (clone: Clone, name: string, text: string): void => writeFileSync(join(clone.root, name), text)
  write(a, 'README.md', 'first\n')
  git(a.root, 'add', 'README.md')
  git(a.root, 'commit', '-q', '-m', 'readme')
  await syncUntilQuiet(all)
  for (const [name, text] of [
    ['README.md', 'second\n'],
    ['new.md', 'by A\n'],
    ['staged.md', 'by A\n'],
  ] as const) {
    write(a, name, text)
    git(a.root, 'add', name)
  }
  git(a.root, 'commit', '-q', '-m', 'more')
  await sync(a.vault)
  for (const name of ['README.md', 'new.md', 'staged.md']) write(b, name, 'by B\n')
  git(b.root, 'add', 'staged.md')
  await put(b.vault, { id: 'one', title: 'One', body: 'text' })
  expect((await sync(b.vault)).skipped.map(({ path }) => path)).toEqual(['README.md', 'new.md', 'staged.md'])
  await sync(a.vault)
  for (const name of ['README.md', 'new.md', 'staged.md']) {
    expect(readFileSync(join(b.root, name), 'utf8')).toBe('by B\n')
    expect(readFileSync(join(a.root, name), 'utf8')).toBe(name === 'README.md' ? 'second\n' : 'by A\n')
  }
  expect(git(a.root, 'status', '--porcelain')).toBe('')
  expect(git(b.root, 'status', '--porcelain')).toBe(' M README.md\n M new.md\nM  staged.md\n')
  close()
})

const path = 'projects/acme/notes/one.md'
const markers = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x'

test('files of one machine that somebody committed leave the commit and stay on disk, and then all are quiet', async () => {
  const { a, b, close } = await makeTwoClones()
  const paths = ['memo.sqlite', 'mine.tmp', 'projects/mine.tmp']
  for (const path of paths.slice(1)) writeFileSync(join(a.root, path), 'mine')
  git(a.root, 'add', '--force', ...paths)
  git(a.root, 'commit', '-q', '-m', 'too much')
  for (const { vault } of [a, b, a]) await sync(vault)
  for (const { vault } of [b, a]) expect(await sync(vault)).toMatchObject({ state: 'nothing' })
  for (const path of paths) expect(existsSync(join(a.root, path))).toBe(true)
  expect(git(a.root, 'ls-files', ...paths)).toBe('')
  expect(git(a.root, 'status', '--porcelain')).toBe('')
  close()
})

test('a record file that nobody can follow stays as it is on disk, is in no commit, and keeps nobody busy', async () => {
  const { a, b, all, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  await syncUntilQuiet(all)
  await put(b.vault, { id: 'one', title: 'By B' })
  await sync(b.vault)
  const broken = readFileSync(join(a.root, path), 'utf8').replace('text', markers)
  writeFileSync(join(a.root, path), broken)
  await sync(a.vault)
  await syncUntilQuiet(all)
  expect(git(a.root, 'show', `HEAD:${path}`)).toBe(readFileSync(join(b.root, path), 'utf8'))
  expect(readFileSync(join(a.root, path), 'utf8')).toBe(broken)
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ title: 'By B' })
  close()
})

test('one that was committed without memo, as a merge by git does, is written anew and told', async () => {
  const { all, close } = await makeClones(2)
  const [a] = all
  if (a === undefined) throw new Error('a clone')
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  await syncUntilQuiet(all)
  writeFileSync(
    join(a.root, path),
    readFileSync(join(a.root, path), 'utf8').replace('title: One', 'title: One\ntitle: Two'),
  )
  git(a.root, 'commit', '-q', '-a', '-m', 'by hand')
  expect((await sync(a.vault)).skipped).toMatchObject([{ path, reason: expect.stringContaining('written anew') }])
  await syncUntilQuiet(all)
  for (const { root, vault } of all) expect(saidByFiles(root)).toEqual(saidByLog(vault))
  expect(git(a.root, 'status', '--porcelain')).toBe('')
  close()
})

test('a record that two clones made of two kinds is in the view of the kind that stands, and in no other', async () => {
  const { a, b, all, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'decided' })
  b.ports.advance(1000)
  await put(b.vault, { id: 'one', kind: 'scratch', title: 'One', body: 'tried' })
  await syncUntilQuiet(all)
  for (const { root } of [a, b])
    expect(readFileSync(join(root, 'projects/acme/DECISIONS.md'), 'utf8')).not.toContain('one.md')
  close()
})
