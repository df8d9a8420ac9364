/** What `why` says recomputes to the order that is shown, in every profile; and saying it changes nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProfileName, profiles } from '../../src/retrieval/profiles.ts'
import type { SearchResult } from '../../src/vault/reading/search.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { runs } from '../support/runs.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, project, rate } from '../support/vault.ts'

const words =
  'cache queue retry never not merge importer worker src/queue.ts ERR_CONN shares the slow fast token'.split(' ')
const kinds = ['note', 'trap', 'decision', 'conversation', 'log', 'person'] as const

/** The same in each run: 60 records of few words, some of them copies, some old, some used and rated. */
async function fill(vault: Vault): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for (let n = 0; n < 60; n++) {
      const body = [1, 5, 7, 3, 11].map((step) => words[((n % 40) * step + step) % words.length]).join(' ')
      const eventAt = `${2020 + (n % 11)}-03-01`
      const [kind, title, asks] = [kinds[n % kinds.length], `${words[n % 7]}`, n % 4 === 3]
      yield JSON.stringify({ id: `r${n}`, kind, title, body: asks ? `${body}?` : body, eventAt })
    }
  }
  await upsertBatch(vault, lines(), { project, cwd: vault.paths.root })
  for (const [name, rating] of [
    ['r3', 'stale'],
    ['r7', 'wrong'],
    ['r9', 'helpful'],
  ] as const) {
    await rate(vault, name, rating)
  }
  await find(vault, 'cache queue', { hitIds: ['r1', 'r2', 'r8', 'r14'] })
}

test('fused is the sum of the contributions, the score its product with the factors, the order that of the scores', async () => {
  const { vault } = await makeVault()
  await fill(vault)
  const query = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((list) => list.join(' '))
  const profile = fc.constantFrom(...(Object.keys(profiles) as ProfileName[]))
  const factors = new Set<string>()
  await fc.assert(
    fc.asyncProperty(query, profile, fc.integer({ min: 1, max: 60 }), async (text, name, limit) => {
      const told = await find(vault, text, { profile: name, limit, explain: true })
      for (const { why } of told.hits) for (const { stage } of why?.factors ?? []) factors.add(stage)
      expectLaw(told)
      const untold = await find(vault, text, { profile: name, limit })
      expect(untold.hits).toEqual(told.hits.map(({ why: _, explain: __, ...hit }) => hit))
    }),
    runs(40),
  )
  expect([...factors].sort()).toEqual(['diversify', 'feedback', 'polarity', 'recency', 'series', 'turns'])
})

function expectLaw({ hits }: SearchResult): void {
  for (const { score, why } of hits) {
    const { arms = [], fused = 0, factors = [] } = why ?? {}
    expect(fused).toBeCloseTo(
      arms.reduce((sum, { contribution }) => sum + contribution, 0),
      12,
    )
    expect(score).toBeCloseTo(
      factors.reduce((product, { value }) => product * value, fused),
      12,
    )
    expect(why?.score).toBe(score)
  }
  const order = hits.map(({ score, projectId, id }) => ({ score, name: `${projectId} ${id}` }))
  expect(order).toEqual(order.toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)))
}
