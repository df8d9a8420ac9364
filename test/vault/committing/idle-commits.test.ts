import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { idleCommits } from '../../../src/vault/committing/idle-commits.ts'
import { holdVault } from '../../../src/vault/held-vault.ts'
import { openVault, withVault } from '../../../src/vault/vault.ts'
import { gitIn, makeGitVault } from '../../support/git-vault.ts'
import { putAll, testPorts } from '../../support/vault.ts'

test('a commit that takes longer than a program that ends may wait is broken off and told, and made by a later command', async () => {
  const { root, vault } = await makeGitVault()
  const said: string[] = []
  const tell = (text: string): void => void said.push(text)
  await putAll(
    vault,
    Array.from({ length: 1200 }, (_, n) => ({ id: `r${n}`, kind: 'note', title: `Record ${n}`, body: `text ${n}` })),
  )
  const ports = testPorts()
  const held = holdVault({ open: () => openVault(root, { ports }), tell })
  const commits = idleCommits({ held, tell, longestEndMs: 0 })
  await held.run(async () => {})
  await held.close(() => commits.end('all'))
  await setImmediate()
  expect(said).toEqual(['git takes too long for a program that ends; a later command commits'])
  await withVault(root, { ports }, async (later) => {
    expect(await commitPending(later)).toMatchObject({ state: 'committed', reason: null })
  })
  expect(gitIn(root)('status', '--porcelain')).toBe('')
  expect(gitIn(root)('ls-files').match(/\.md$/gm)?.length).toBeGreaterThanOrEqual(1200)
})
