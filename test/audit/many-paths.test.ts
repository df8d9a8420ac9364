/** More paths than the arguments of one process can hold. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listStaged } from '../../src/audit/index-file.ts'
import { stageWorkingTree, writeTree } from '../../src/audit/merge-commit.ts'
import { readRepository } from '../../src/audit/repository-state.ts'
import { findEntries, listTree } from '../../src/audit/tree.ts'
import { git } from '../support/clones.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const known = 'projects/acme/notes/known.md'
const others = Array.from(
  { length: 20_000 },
  (_, n) => `projects/acme/notes/${'of-a-rather-long-name-'.repeat(5)}${n}.md`,
)

test('entries of a commit, what is staged, and a tree without files that nobody can follow', async () => {
  const root = makeTempDir()
  git(root, 'init', '-q')
  mkdirSync(join(root, 'projects/acme/notes'), { recursive: true })
  writeFileSync(join(root, known), 'known')
  git(root, 'add', '--all')
  git(root, 'commit', '-q', '-m', 'one')
  expect([...findEntries(root, 'HEAD', [...others, known]).keys()]).toEqual([known])
  for (const path of [known, others[7] ?? '', 'projects/acme/notes/new.md']) writeFileSync(join(root, path), 'newer')
  git(root, 'add', known)
  expect(await listStaged(root, 'HEAD', [...others, known])).toEqual(new Set([known]))
  const [repository, indexFile] = [await readRepository(root), join(root, '.git/other-index')]
  stageWorkingTree({ repository, indexFile, taken: [], except: others, isFollowed: () => true })
  const files = await listTree(root, await writeTree(root, indexFile), 'projects')
  expect(files.map(({ path }) => path)).toEqual([known, 'projects/acme/notes/new.md'])
}, 30_000)
