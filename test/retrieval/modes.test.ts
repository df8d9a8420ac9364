/** Which arms a mode lets run, and what is said where it lets none. */
import { expect, test } from 'vitest'
import type { Mode } from '../../src/record/vocabulary.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, put } from '../support/vault.ts'

async function fill(): Promise<Vault> {
  const { vault } = await makeVault()
  await put(vault, { id: 'name', body: 'ERR_POOL stands in the log.' })
  await put(vault, { id: 'words', body: 'The pool reports an error, err, in the log.' })
  return vault
}

const ask = (vault: Vault, query: string, mode: Mode) => find(vault, query, { mode, explain: true })

test.each([
  ['auto', ['name', 'words'], ['keyword', 'exact', 'entity', 'words', 'salience']],
  ['keyword', ['name', 'words'], ['keyword', 'words', 'salience']],
  ['exact', ['name'], ['exact']],
  ['hybrid', ['name', 'words'], ['keyword', 'exact', 'passage', 'fact', 'entity', 'graph', 'words', 'salience']],
] as const)('%s', async (mode, ids, ran) => {
  const { hits, trace, degraded } = await ask(await fill(), 'what is ERR_POOL', mode)
  expect(hits.map(({ id }) => id)).toEqual(ids)
  expect(trace?.arms.filter((arm) => arm.ran).map(({ arm }) => arm)).toEqual(ran)
  expect(degraded).toBeNull()
})

test('hybrid asks arms that the query does not call for, too', async () => {
  const { trace } = await ask(await fill(), 'pool log', 'hybrid')
  expect(trace?.arms).toContainEqual(expect.objectContaining({ arm: 'exact', ran: true, candidates: 0 }))
})

test('a mode without an arm is answered by the others, and says so', async () => {
  const { hits, degraded } = await ask(await fill(), 'pool log', 'semantic')
  expect(hits).toHaveLength(2)
  expect(degraded?.reason).toMatch(/no model was asked/)
})

test('what the mode leaves out is not said to be unknown', async () => {
  const { hits, abstained } = await ask(await fill(), 'pool log', 'exact')
  expect(hits).toEqual([])
  expect(abstained).toMatchObject({ reason: 'other_mode' })
})
