/** A path that leads through a symbolic link means what it leads to. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closeVault, openVault } from '../../../src/vault/vault.ts'
import { findIds } from '../../support/search-vault.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { get, makeVault, project, put } from '../../support/vault.ts'

test('of a record in a vault that is a link, from wherever one stands', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'one', title: 'One', body: 'text' })
  closeVault(vault)
  const link = join(makeTempDir(), 'linked')
  symlinkSync(root, link)
  const linked = await openVault(link)
  onTestFinished(() => closeVault(linked))
  const cases = [
    ['one.md', join(root, 'projects', project, 'notes')],
    ['notes/one.md', join(link, 'projects', project)],
    [join(root, 'projects', project, 'notes/one.md'), '/'],
    [join(link, 'projects', project, 'notes/one.md'), '/'],
    [`projects/${project}/notes/one.md`, '/'],
  ] as const
  for (const [name, cwd] of cases)
    expect((await get(linked, name, { cwd })).records, `${name} in ${cwd}`).toMatchObject([{ id: 'one' }])
  expect((await get(linked, 'a\0b.md')).missing).toHaveLength(1)
})

test('of a file of the product, which need not be there yet', async () => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  await put(vault, { id: 'queue', title: 'Queue', body: 'jitter', pathPatterns: ['src/queue/**'] })
  const product = makeTempDir()
  mkdirSync(join(product, 'src'))
  writeFileSync(join(product, '.memo.json'), JSON.stringify({ project }))
  const link = join(makeTempDir(), 'linked')
  symlinkSync(product, link)
  for (const folder of [product, link])
    for (const cwd of [product, join(link, 'src')])
      expect(await findIds(vault, 'jitter', { path: join(folder, 'src/queue/new.ts'), cwd })).toEqual(['queue'])
})
