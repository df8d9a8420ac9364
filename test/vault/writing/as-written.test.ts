/** A new index meets every file anew: one that says what its record says, in memo's own words, is known without being parsed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allKnownFiles } from '../../../src/projections/files/scan.ts'
import { findFileState } from '../../../src/projections/index/file-rows.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { rateRecord } from '../../../src/vault/writing/rate.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const anew = { acceptDeletions: false }

test('what is known of the files is the same after a rebuild', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'a', title: 'A: "b"', body: 'text', tags: ['one', 'two words'], severity: 'high' })
  await put(vault, { id: 'b', title: 'B', body: '\n\nx  \n', note: { deep: [1, { more: null }] } })
  const rating = { name: 'a', project, cwd: '/', comment: undefined, session: undefined, rating: 'helpful' as const }
  await rateRecord(vault, rating)
  const [before, text] = [statesOf(vault), readFileSync(join(root, `projects/${project}/notes/a.md`), 'utf8')]
  await rebuild(vault, anew)
  expect(statesOf(vault)).toEqual(before)
  expect(readFileSync(join(root, `projects/${project}/notes/a.md`), 'utf8')).toBe(text)
})

test('a file that only looks damaged, as its record does, stays followed', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'merge', title: 'Markers', body: '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs' })
  await rebuild(vault, anew)
  const path = `projects/${project}/notes/merge.md`
  expect(findFileState(vault.projections.db, path)?.problem).toBeUndefined()
  writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replace('Markers', 'Edited'))
  await rebuild(vault, anew)
  expect(findFileState(vault.projections.db, path)?.problem).toContain('conflict markers')
})

function statesOf({ projections: { db } }: Vault) {
  return [...allKnownFiles(db)].map(({ path }) => findFileState(db, path))
}
