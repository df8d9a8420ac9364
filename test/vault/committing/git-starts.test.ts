/** How often a commit starts git: each start costs as much as some files cost to write. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { watchGit } from '../../support/git-log.ts'
import { makeCommittedVault, makeGitVault } from '../../support/git-vault.ts'
import { put, putAll } from '../../support/vault.ts'

/** Of every commit. */
const always = ['config', 'fast-import', 'rev-parse', 'update-index', 'update-ref', 'var']

const car = { id: 'car', title: 'Car', body: 'A car.' }

test('a commit asks git six things', async () => {
  const { vault, git } = await makeCommittedVault()
  await put(vault, car)
  const started = watchGit()
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(started().sort()).toEqual(always)
  expect(git('status', '--porcelain')).toBe('')
})

test('the first one also where HEAD is, and what is there', async () => {
  const { vault, git } = await makeGitVault()
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  const started = watchGit()
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(started().sort()).toEqual([...always, 'status', 'symbolic-ref'].sort())
  expect(git('status', '--porcelain')).toBe('')
})

test.each([
  ['.git/info/exclude', '*.md\n', 'projects/acme/notes/car.md'],
  ['.gitignore', '*.md\n', 'projects/acme/notes/car.md'],
  ['projects/acme/.gitignore', 'notes/\n', 'projects/acme/notes/car.md'],
])('a rule of its own in %s is asked about', async (file, rule, hidden) => {
  const { vault, root, git } = await makeCommittedVault()
  await put(vault, car)
  writeFileSync(join(root, file), rule)
  const started = watchGit()
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(started()).toContain('check-ignore')
  expect(git('ls-files')).not.toContain(hidden)
})

test('so is a project that is named as the rules of every vault say', async () => {
  const { vault, git } = await makeCommittedVault()
  await putAll(vault, [{ ...car, project: 'draft.tmp' }])
  const started = watchGit()
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(started()).toContain('check-ignore')
  expect(git('ls-files')).not.toContain('draft.tmp')
})

test('a large commit is kept as one pack, which is sound', async () => {
  const { vault, git } = await makeCommittedVault()
  await putAll(
    vault,
    Array.from({ length: 120 }, (_, n) => ({ ...car, id: `car-${n}`, body: `Car ${n}. `.repeat(50) })),
  )
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(git('count-objects', '-v')).toMatch(/^packs: 1$/m)
  expect(git('fsck', '--full', '--strict')).toBe('')
  expect(git('show', 'HEAD:projects/acme/notes/car-7.md')).toContain('Car 7. Car 7.')
  expect(git('status', '--porcelain')).toBe('')
})
