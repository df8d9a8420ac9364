/** Logs that are not as they should be: two clones that wrote as one writer, an older copy put back, damaged lines. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeVault, openVault } from '../../../src/vault/vault.ts'
import { readWriter } from '../../../src/vault/writer.ts'
import { type Clone, filesOf, git, makeClones, makeTwoClones, sync, syncUntilQuiet } from '../../support/clones.ts'
import { allEvents, dumpIndex, saidByFiles, saidByLog } from '../../support/inspect.ts'
import { put } from '../../support/vault.ts'

/** The clone `b` goes on as the writer of `a`, as when its folder was restored with all of its state. */
async function makeTwins(): Promise<{ a: Clone; b: Clone; all: Clone[]; close: () => void }> {
  const { a, b, all, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text' })
  await syncUntilQuiet(all)
  const file = readFileSync(b.vault.paths.writer, 'utf8')
  const [own = '', others = ''] = [b, a].map(({ vault }) => readWriter(vault.paths)?.writer)
  writeFileSync(b.vault.paths.writer, file.replaceAll(own, others))
  await put(a.vault, { id: 'of-a', title: 'Of A', body: 'text' })
  await put(b.vault, { id: 'of-b', title: 'Of B', body: 'text' })
  return { a, b, all, close }
}

test('two clones that wrote as one writer become two, and no event is lost or counted twice', async () => {
  const { a, b, all, close } = await makeTwins()
  await sync(a.vault)
  const { forks } = await sync(b.vault)
  expect(forks).toMatchObject([{ events: expect.any(Number), isOwn: true }])
  await syncUntilQuiet(all)
  const writers = all.map(({ vault }) => readWriter(vault.paths)?.writer)
  await put(a.vault, { id: 'later-a', title: 'Later', body: 'a' })
  await put(b.vault, { id: 'later-b', title: 'Later too', body: 'b' })
  await syncUntilQuiet(all)
  expect(new Set(writers).size).toBe(2)
  expect(Object.keys(saidByLog(a.vault))).toEqual([
    'acme/later-a',
    'acme/later-b',
    'acme/of-a',
    'acme/of-b',
    'acme/one',
  ])
  const made = allEvents(a.vault).filter(({ type }) => type === 'record.upserted')
  expect(made).toHaveLength(5)
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  expect(filesOf(b.root)).toEqual(filesOf(a.root))
  expect(saidByFiles(a.root)).toEqual(saidByLog(a.vault))
  close()
})

test.each([
  { where: 'at the end', id: 'two' },
  { where: 'before the end', id: 'extra' },
])('a damaged line of theirs $where is refused by file and line, and the rest is taken', async ({ id }) => {
  const { all, remote, folder, close } = await makeClones(3)
  const [a, b, c] = all
  if (a === undefined || b === undefined || c === undefined) throw new Error('three clones')
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  await put(b.vault, { id, title: 'Two', body: 'broken' })
  if (id !== 'two') await put(b.vault, { id: 'two', title: 'Two', body: 'text' })
  await sync(a.vault)
  await sync(b.vault)
  const plain = join(folder, 'plain')
  git(folder, 'clone', '-q', remote, plain)
  const path = `events/${readWriter(b.vault.paths)?.writer}/000001.jsonl`
  writeFileSync(join(plain, path), readFileSync(join(plain, path), 'utf8').replace('"broken', '"BROKEN'))
  git(plain, 'commit', '-q', '-a', '-m', 'hm')
  git(plain, 'push', '-q')
  const { skipped } = await sync(c.vault)
  expect(skipped).toMatchObject([{ path, reason: expect.stringContaining(`${path} line`) }])
  expect(Object.keys(saidByLog(c.vault))).toEqual(['acme/one'])
  expect(await sync(b.vault)).toMatchObject({ state: 'synced' })
  await syncUntilQuiet(all)
  expect(Object.keys(saidByLog(c.vault))).toEqual([...new Set([`acme/${id}`, 'acme/one', 'acme/two'])].sort())
  for (const { root, vault } of all) {
    expect(filesOf(root)).toEqual(filesOf(a.root))
    expect(dumpIndex(vault)).toEqual(dumpIndex(a.vault))
  }
  close()
})

test('a log that lost its end gets it back from the remote', async () => {
  const { a, b, all, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  closeVault(a.vault)
  const before = join(a.root, '..', 'before')
  cpSync(a.root, before, { recursive: true })
  const again = await openVault(a.root, { ports: a.ports })
  await put(again, { id: 'two', title: 'Two', body: 'text' })
  await sync(again)
  closeVault(again)
  for (const name of readdirSync(a.root)) rmSync(join(a.root, name), { recursive: true })
  cpSync(before, a.root, { recursive: true })
  a.vault = await openVault(a.root, { ports: a.ports })
  await put(a.vault, { id: 'three', title: 'Three', body: 'text' })
  await syncUntilQuiet(all)
  expect(Object.keys(saidByLog(b.vault))).toEqual(['acme/one', 'acme/three', 'acme/two'])
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  expect(filesOf(b.root)).toEqual(filesOf(a.root))
  close()
})
