/** The budget is a hard cap, also on the first hit; what is left out is counted, and said how to get. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Vault } from '../../src/vault/vault.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, project } from '../support/vault.ts'

async function fill(): Promise<Vault> {
  const { vault } = await makeVault()
  async function* lines(): AsyncGenerator<string> {
    for (let n = 0; n < 12; n++) {
      const body = `The cache is cold. ${'It warms up slowly after each start of the server. '.repeat(n + 1)}`
      yield JSON.stringify({ id: `cold-${n}`, kind: 'note', title: `Cold cache ${n}`, body })
    }
  }
  await upsertBatch(vault, lines(), { project, cwd: vault.paths.root })
  return vault
}

test('an answer never takes more than was allowed, and goes on where it ended', async () => {
  const vault = await fill()
  const free = await find(vault, 'cold cache')
  expect(free).toMatchObject({ truncated: 0, narrowHint: null })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: free.tokens + 20 }), fc.boolean(), async (maxTokens, compact) => {
      const { hits, tokens, total, truncated, narrowHint, abstained } = await find(vault, 'cold cache', {
        maxTokens,
        compact,
      })
      expect(tokens).toBeLessThanOrEqual(maxTokens)
      expect(hits.map(({ id }) => id)).toEqual(free.hits.slice(0, hits.length).map(({ id }) => id))
      expect({ total, truncated, abstained }).toEqual({ total: 12, truncated: 12 - hits.length, abstained: null })
      expect(narrowHint === null).toBe(hits.length === 12)
    }),
    { numRuns: 60 },
  )
})

describe('the first hit', () => {
  test('is cut shorter to fit', async () => {
    const vault = await fill()
    const [full] = (await find(vault, 'cold cache')).hits
    const { hits, tokens } = await find(vault, 'cold cache', { maxTokens: 50, limit: 1 })
    expect(tokens).toBeLessThanOrEqual(50)
    expect(hits).toHaveLength(1)
    expect(hits[0]?.snippet.length).toBeLessThan(full?.snippet.length ?? 0)
  })

  test('is left out if not even its line fits, and the hint says what it takes', async () => {
    const { hits, tokens, truncated, narrowHint } = await find(await fill(), 'cold cache', { maxTokens: 5 })
    expect({ hits, tokens, truncated }).toEqual({ hits: [], tokens: 0, truncated: 12 })
    expect(narrowHint).toMatch(/^raise --max-tokens \(the first hit takes \d+\)$/)
  })
})

test('the trace says what ended the list', async () => {
  const vault = await fill()
  const endOf = async (input: object) => (await find(vault, 'cold cache', { explain: true, ...input })).trace
  expect(await endOf({ maxTokens: 150 })).toMatchObject({
    cutoff: { kind: 'budget' },
    budget: { maxTokens: 150, truncated: expect.any(Number) },
  })
  expect(await endOf({ limit: 2 })).toMatchObject({ cutoff: { kind: 'limit', position: 2 } })
  expect(await endOf({})).not.toHaveProperty('cutoff')
})

test('what the next step takes grows with the bodies', async () => {
  const vault = await fill()
  const one = await find(vault, 'cold cache', { limit: 1 })
  const all = await find(vault, 'cold cache')
  expect(one.nextTokens).toBeGreaterThan(20)
  expect(all.nextTokens).toBeGreaterThan(one.nextTokens * 5)
})
