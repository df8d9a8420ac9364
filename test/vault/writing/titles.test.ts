/** What becomes of titles that no file system would take as they are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closeVault } from '../../../src/vault/vault.ts'
import { recordFiles } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { get, makeVault, put } from '../../support/vault.ts'

/** Writes a record of each title, finds it by its title again, and answers with the files. */
async function filesOf(titles: readonly string[]): Promise<string[]> {
  const { vault, root } = await makeVault()
  onTestFinished(() => closeVault(vault))
  for (const [n, title] of titles.entries()) {
    expect(await put(vault, { title, body: `text ${n}` })).toMatchObject({ title, created: true })
    expect(await get(vault, title), title).toMatchObject({ records: [{ title, body: `text ${n}` }] })
  }
  const { hits } = await find(vault, 'text')
  expect(hits.map(({ title }) => title).sort()).toEqual([...titles].sort())
  return recordFiles(root)
}

test('B057 titles without a Latin letter give files of their own', async () => {
  const files = await filesOf(['夜间备份', '发布流程', 'Проверка гипотезы', '🚀🚀', '???'])
  expect(new Set(files).size).toBe(5)
  for (const file of files) expect(file).toMatch(/^projects\/acme\/notes\/[a-z0-9._-]+\.md$/)
})

test('B059 a long title is kept whole and its file name is cut', async () => {
  const files = await filesOf(['가나다라'.repeat(30), 'a'.repeat(400), '😀'.repeat(100)])
  expect(files).toHaveLength(3)
  for (const file of files) expect(Buffer.byteLength(file.split('/').at(-1) ?? '')).toBeLessThan(130)
})

test('B060 long titles that differ at their end give two files', async () => {
  const files = await filesOf([`${'漢'.repeat(90)}一`, `${'漢'.repeat(90)}二`])
  expect(files).toHaveLength(2)
  for (const file of files) expect(file).toMatch(/^projects\/acme\/notes\/[^/]+\.md$/)
})

test('B061 titles that differ in case alone give names that differ on every disk', async () => {
  const { vault, root } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const titles = ['Cache Plan', 'cache plan', 'README', 'readme']
  for (const [n, title] of titles.entries()) await put(vault, { title, body: `text ${n}` })
  const names = recordFiles(root).map((file) => file.toLowerCase())
  expect(new Set(names).size).toBe(4)
})

test('B065 a title names no path', async () => {
  const titles = ['C++/17 notes', '50% done', '%2F', "O'Reilly", '@team', '..', '.hidden', '-dash']
  const files = await filesOf(titles)
  expect(files).toHaveLength(titles.length)
  for (const file of files) expect(file).toMatch(/^projects\/acme\/notes\/[a-z0-9][^/]*\.md$/)
})

test('B024 a title is never cut inside a character, and what is stored is well-formed', async () => {
  const { vault, root } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const title = `${'a'.repeat(79)}😀😀`
  expect(await put(vault, { title, body: 'text' })).toMatchObject({ title })
  const long = await put(vault, { title: `${'b'.repeat(498)}😀😀😀`, body: 'text' })
  expect(long.title).toBe(`${'b'.repeat(498)}…`)
  const emoji = await put(vault, { id: 'emoji', title: '😀'.repeat(300), body: 'text' })
  expect(emoji.title).toBe(`${'😀'.repeat(249)}…`)
  expect(await put(vault, { id: 'emoji', title: emoji.title })).toMatchObject({ changed: false, title: emoji.title })
  await expect(put(vault, { title: 'bad \ud83d end', body: 'text' })).rejects.toMatchObject({ code: 'USAGE' })
  for (const { title: shown, snippet } of (await find(vault, 'text')).hits) {
    expect(`${shown}${snippet}`.isWellFormed()).toBe(true)
  }
  for (const file of recordFiles(root)) {
    const bytes = readFileSync(join(root, file))
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toBe(bytes.toString())
  }
})
