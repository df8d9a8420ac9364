/** What a search does for somebody who is still typing. */
import { expect, test } from 'vitest'
import { queryWords } from '../../../src/vault/reading/search.ts'
import { find, findIds } from '../../support/search-vault.ts'
import { makeVault, put } from '../../support/vault.ts'

test('the last word stands for all that begin so, and only the last one', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'herd', body: 'All workers wait in the warehouse.' })
  await put(vault, { id: 'other', body: 'Nothing of the kind.' })
  expect(await findIds(vault, 'wareho')).toEqual([])
  expect(await findIds(vault, 'wareho', { prefixLast: true })).toEqual(['herd'])
  expect(await findIds(vault, 'wareho ', { prefixLast: true })).toEqual([])
  expect(queryWords('retry stampe', { prefixLast: true })).toEqual(['retry', 'stampe*'])
})

test('a list without snippets is the same list', async () => {
  const { vault } = await makeVault()
  for (const id of ['a', 'b', 'c']) await put(vault, { id, body: `Retries of ${id} stampede.`, title: id })
  const [plain, bare] = [await find(vault, 'stampede'), await find(vault, 'stampede', { withoutSnippets: true })]
  expect(bare.hits).toEqual(plain.hits.map((hit) => ({ ...hit, snippet: '', lines: [1, 1] })))
})

test('without the model the answer comes from the index alone, though the settings name one', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'herd', body: 'Retries stampede.' })
  Object.assign(vault.config.embeddings, {
    enabled: true,
    provider: 'openai',
    baseUrl: 'http://127.0.0.1:1',
    model: 'x',
  })
  expect(await findIds(vault, 'stampede', { withoutModel: true })).toEqual(['herd'])
  expect((await find(vault, 'stampede', { withoutModel: true })).degraded).toBeNull()
})
