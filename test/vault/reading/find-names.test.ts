/** What is found by name alone is what a search finds, in its order. */
import { expect, onTestFinished, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { findNames, type SearchInput } from '../../../src/vault/reading/search.ts'
import { closeVault } from '../../../src/vault/vault.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, putAll } from '../../support/vault.ts'

const input: Omit<SearchInput, 'query'> = {
  ...{ ...noNarrowing, kinds: ['trap', 'note'], statuses: ['active'], includeScratch: false, includeExpired: false },
  ...{
    asOf: undefined,
    sort: 'relevance',
    limit: 20,
    offset: 0,
    explain: false,
    projects: [project],
    allProjects: false,
  },
  ...{ cwd: '/', hitIds: [], session: undefined, scan: 'none' },
}

test('of one query and another, one that finds nothing, and one that lists', async () => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const kinds = ['trap', 'note', 'decision']
  await putAll(
    vault,
    Array.from({ length: 60 }, (_, n) => ({
      ...{ id: `record-${n}`, kind: kinds[n % 3], title: `Queue ${n}`, pathPatterns: [`src/${n}.ts`] },
      body: `The ${n % 2 ? 'cache' : 'queue'} waits ${'long '.repeat(n % 7)}for worker ${n}.`,
    })),
  )
  for (const query of ['queue', 'cold cache of a worker', '"for worker 7"', 'nothingofthesort', '*', '']) {
    const { hits, degraded } = await find(vault, query, input)
    const names = hits.map(({ projectId, id }) => ({ project: projectId, id }))
    expect(await findNames(vault, vault, { ...input, query }), query).toEqual({ names, degraded })
  }
})
