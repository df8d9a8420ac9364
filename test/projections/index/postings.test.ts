import { expect, test } from 'vitest'
import { findPostings } from '../../../src/projections/index/postings.ts'
import { makeVault, put } from '../../support/vault.ts'

const weights = { id: 1, title: 3, tags: 1, pathPatterns: 1, headings: 1, body: 1, parts: 1 }

test('a beginning that most records hold counts the same in each; a rarer one by how often and where', async () => {
  const { vault } = await makeVault()
  for (const [id, title] of [
    ['a', 'retry retries'],
    ['b', 'retry'],
    ['c', 'jitter'],
  ] as const) {
    await put(vault, { id, kind: 'note', title, body: id === 'c' ? 'nothing else' : 'text' })
  }
  const { db } = vault.projections
  const common = findPostings(db, '"ret"*', weights)
  expect(common.keys).toHaveLength(2)
  expect(common.scores).toBeUndefined()
  const rare = findPostings(db, '"jit"*', weights)
  expect(rare.keys).toHaveLength(1)
  expect(rare.scores?.[0]).toBeGreaterThan(0)
  expect(findPostings(db, '"retry"', weights).scores).toHaveLength(2)
})
