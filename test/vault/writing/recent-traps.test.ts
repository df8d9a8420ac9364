/** A trap of a batch recurs in one that came before it, in the same batch as well as before. */
import { expect, test } from 'vitest'
import type { Vault } from '../../../src/vault/vault.ts'
import { upsertBatch } from '../../../src/vault/writing/upsert-batch.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const text = 'the replica lags behind whenever the nightly export holds its snapshot open'

async function outcomesOf(vault: Vault, lines: readonly object[]): Promise<string[]> {
  async function* batch(): AsyncGenerator<string> {
    for (const line of lines) yield JSON.stringify({ kind: 'trap', ...line })
  }
  const { results } = await upsertBatch(vault, batch(), { project, cwd: vault.paths.root })
  return results.map(({ outcome, id }) => `${outcome} ${id}`)
}

test('what it says again is the same trap, wherever that stands', async () => {
  const { vault } = await makeVault()
  await put(vault, { kind: 'trap', id: 'stored', title: 'Stored', body: `${text} for hours` })
  const lines = [
    { id: 'first', title: 'First', body: 'a lock that is never freed stops every writer of the other table' },
    { id: 'again', title: 'Again', body: 'a lock that is never freed stops every writer of the table' },
    { id: 'third', title: 'Third', body: text },
    { id: 'other', title: 'Other', body: 'something else altogether: the clock runs backwards twice a year' },
  ]
  expect(await outcomesOf(vault, lines)).toEqual([
    'created first',
    'recurred first',
    'recurred stored',
    'created other',
  ])
})

test('not in one that the batch has put away, nor in one of another project, and in what an edit says now', async () => {
  const { vault } = await makeVault()
  const lines = [
    { id: 'old', title: 'Old', body: text, status: 'archived' },
    { id: 'far', title: 'Far', body: text, project: 'elsewhere' },
    { id: 'near', title: 'Near', body: 'nothing like it, yet' },
    { id: 'near', title: 'Near', body: text },
    { id: 'new', title: 'New', body: `${text} again` },
  ]
  const expected = ['created old', 'created far', 'created near', 'changed near', 'recurred near']
  expect(await outcomesOf(vault, lines)).toEqual(expected)
})
