import { expect, test } from 'vitest'
import { findPostings } from '../../../src/projections/index/postings.ts'
import { makeVault, putAll } from '../../support/vault.ts'

const weights = { id: 1, title: 3, tags: 1, pathPatterns: 1, headings: 1, body: 1, parts: 1 }

test('a beginning that most of many records hold counts the same in each; a rarer one by how often and where', async () => {
  const { vault } = await makeVault()
  const count = 2010
  await putAll(
    vault,
    Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title: n % 100 === 0 ? 'jitter' : 'retry', body: `${n}` })),
  )
  const { db } = vault.projections
  const common = findPostings(db, '"ret"*', weights)
  expect(common.keys.length).toBeLessThan(2000)
  expect(common.scores).toHaveLength(common.keys.length)
  const every = findPostings(db, '"r"*', weights)
  expect(every).toMatchObject({ keys: expect.toSatisfy((keys) => keys.length === count), scores: undefined })
  expect(findPostings(db, '"jit"*', weights).scores?.every((score) => score > 0)).toBe(true)
})
