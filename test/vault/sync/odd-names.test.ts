/** Files in the vault's git whose names no clone takes: a backslash in them, or bytes that are no UTF-8. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { type Clone, git, makeTwoClones, sync, syncUntilQuiet } from '../../support/clones.ts'
import { saidByLog } from '../../support/inspect.ts'
import { put } from '../../support/vault.ts'

const backslash = 'projects/acme/a\\b.txt'

function rawName(root: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/projects/acme/${name}`), Buffer.of(0xff)])
}

/** Git shows them quoted. */
const committed = ['"projects/acme/a\\\\b.txt"', '"projects/acme/raw\\377"']

function oddNames({ root }: Clone): string[] {
  return git(root, 'ls-tree', '-r', '--name-only', 'HEAD')
    .split('\n')
    .filter((path) => path.startsWith('"'))
}

async function makeScene() {
  const { a, b, all, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text' })
  for (const { vault } of [a, b]) await sync(vault)
  writeFileSync(join(a.root, backslash), 'x')
  writeFileSync(rawName(a.root, 'raw'), 'y')
  git(a.root, 'add', '--all')
  git(a.root, 'commit', '-q', '-m', 'odd names')
  return { a, b, all, close }
}

test('clones come to rest, and the commits keep the files', async () => {
  const { a, b, all, close } = await makeScene()
  await sync(a.vault)
  expect((await sync(b.vault)).skipped).toEqual([
    { path: backslash, reason: 'its name has a backslash in it' },
    { path: 'projects/acme/raw\ufffd', reason: 'its name is not UTF-8' },
  ])
  await syncUntilQuiet(all)
  await put(b.vault, { id: 'two', kind: 'decision', title: 'Two', body: 'text' })
  await put(a.vault, { id: 'three', kind: 'decision', title: 'Three', body: 'text' })
  await commitPending(b.vault, { whole: true })
  await syncUntilQuiet(all)
  expect(oddNames(a)).toEqual(committed)
  expect(oddNames(b)).toEqual(committed)
  expect(existsSync(join(b.root, backslash))).toBe(false)
  expect([join(a.root, backslash), rawName(a.root, 'raw')].map((path) => existsSync(path))).toEqual([true, true])
  close()
})

test('what a person commits at such a path later goes to the others, a removal too', async () => {
  const { a, b, all, close } = await makeScene()
  await syncUntilQuiet(all)
  rmSync(rawName(a.root, 'raw'))
  writeFileSync(join(a.root, backslash), 'newer')
  git(a.root, 'commit', '-q', '--all', '-m', 'other odd names')
  await put(b.vault, { id: 'two', kind: 'decision', title: 'Two', body: 'text' })
  await sync(a.vault)
  expect((await sync(b.vault)).skipped).toEqual([{ path: backslash, reason: 'its name has a backslash in it' }])
  await syncUntilQuiet(all)
  expect([oddNames(a), oddNames(b)]).toEqual([committed.slice(0, 1), committed.slice(0, 1)])
  expect(git(b.root, 'show', `HEAD:${backslash}`)).toBe('newer')
  close()
})

test('such files that nobody has committed are in no commit of memo', async () => {
  const { a, b, all, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text' })
  writeFileSync(join(a.root, backslash), 'x')
  writeFileSync(rawName(a.root, 'raw'), 'y')
  await put(b.vault, { id: 'two', kind: 'decision', title: 'Two', body: 'text' })
  await commitPending(a.vault, { whole: true })
  await syncUntilQuiet(all)
  expect(oddNames(a)).toEqual([])
  expect(existsSync(join(a.root, backslash))).toBe(true)
  close()
})

test('a record that was made in a file of such a name stays, under a name that all clones can have', async () => {
  const { a, b, all, close } = await makeTwoClones()
  const folder = join(a.root, 'projects/acme/decisions')
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text' })
  writeFileSync(join(folder, 'odd\\name.md'), '---\ntitle: Odd\n---\nText.\n')
  git(a.root, 'add', '--all')
  git(a.root, 'commit', '-q', '-m', 'odd names')
  for (const { vault } of all) await sync(vault)
  // What comes back is the record's file, and nothing to be told.
  expect((await sync(a.vault)).skipped).toEqual([])
  await syncUntilQuiet(all)
  for (const { root, vault } of all) {
    expect(saidByLog(vault)['acme/odd-name']).toMatchObject({ title: 'Odd', status: 'active' })
    expect(readdirSync(join(root, 'projects/acme/decisions')).sort()).toEqual(['odd-name.md', 'one.md'])
  }
  expect([oddNames(a), oddNames(b)]).toEqual([[], []])
  close()
})
