/** Priors order what was found, and bring in nothing. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { salienceArm, salienceOf } from '../../src/retrieval/arms/salience.ts'
import { arms } from '../../src/retrieval/arms/table.ts'
import { find, findIds } from '../support/search-vault.ts'
import { makeVault, put } from '../support/vault.ts'

const hour = 3_600_000

test('whatever their weights, they bring in no record and lose none', async () => {
  const { vault, ports } = await makeVault()
  for (const [n, body] of ['a cold cache', 'a cold lake', 'cold cold cold', 'a warm cache', 'nothing'].entries()) {
    await put(vault, { id: `r${n}`, kind: 'trap', title: `Title ${n}`, body })
    ports.advance(hour)
  }
  await find(vault, 'cold', { hitIds: ['r1'] })
  await find(vault, 'nothing', { hitIds: ['r4'] })
  const found = (await findIds(vault, 'cold cache', { profile: 'keyword-only' })).toSorted()
  const priors = arms.filter(({ isPrior }) => isPrior).map(({ name }) => name)
  expect(priors).toEqual(['words', 'recency', 'salience'])
  const weights = fc.record(
    Object.fromEntries(priors.map((name) => [name, fc.double({ min: 0, max: 9, noNaN: true })])),
  )
  await fc.assert(
    fc.asyncProperty(weights, fc.constantFrom('score', 'rrf', 'minmax'), async (weight, fusion) => {
      const own = Object.fromEntries(Object.entries(weight).map(([name, value]) => [name, { weight: value }]))
      vault.config.search.profiles = { mine: { base: 'keyword-only', fusion, arms: own } }
      expect((await findIds(vault, 'cold cache', { profile: 'mine' })).toSorted()).toEqual(found)
    }),
    { numRuns: 50 },
  )
})

describe('salience', () => {
  test.each([
    ['used once just now', { hits: 1, lastHitMs: 0, outcome: 0 }, 1 + Math.log(2)],
    ['used long ago', { hits: 3, lastHitMs: -10_000 * hour, outcome: 0 }, Math.log(4)],
    ['said to be right', { hits: 0, lastHitMs: undefined, outcome: 0.5 }, 0.5],
    ['said to be wrong', { hits: 0, lastHitMs: undefined, outcome: -0.5 }, 0],
    ['used by a clock ahead', { hits: 0, lastHitMs: 5 * hour, outcome: 0 }, 1],
  ])('of a record %s', (_, row, salience) => {
    expect(salienceOf(row, 0)).toBeCloseTo(salience, 9)
  })

  test('has no opinion on what was never used, nor on tasks and people', async () => {
    const { vault } = await makeVault()
    for (const kind of ['trap', 'decision', 'task', 'person'])
      await put(vault, { id: kind, kind, body: `cold ${kind}` })
    await find(vault, 'cold', { hitIds: ['trap'] })
    const { hits } = await find(vault, 'cold', { explain: true })
    const ranked = hits.filter(({ why }) => why?.arms.some(({ arm }) => arm === salienceArm.name))
    expect(ranked.map(({ id }) => id)).toEqual(['trap'])
  })

  test('a record that was used wins a tie, and never against a better match', async () => {
    const { vault } = await makeVault()
    const same = { kind: 'decision', title: 'Cold cache', body: 'The cache is cold after each start.' }
    await put(vault, { id: 'a', ...same })
    await put(vault, { id: 'b', ...same, pathPatterns: ['src/**'] })
    await put(vault, {
      id: 'c',
      kind: 'decision',
      title: 'Lakes',
      body: 'A lake is cold, and a cache is not a lake at all.',
    })
    expect(await findIds(vault, 'cold cache')).toEqual(['a', 'b', 'c'])
    for (let n = 0; n < 3; n++) await find(vault, 'cold cache', { hitIds: ['b', 'c'] })
    expect(await findIds(vault, 'cold cache')).toEqual(['b', 'a', 'c'])
  })
})
