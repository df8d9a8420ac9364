/** Small corpora with the order that a person expects: what a change of the ranking must leave as it is. */
import { expect, test } from 'vitest'
import type { SearchInput } from '../../src/vault/reading/search.ts'
import { closeVault } from '../../src/vault/vault.ts'
import { findIds } from '../support/search-vault.ts'
import { makeVault, put } from '../support/vault.ts'
import { frontendDecisions } from './corpora/frontend-decisions.ts'
import { officeNotes } from './corpora/office-notes.ts'
import { opsRunbook } from './corpora/ops-runbook.ts'
import { postgresTraps } from './corpora/postgres-traps.ts'
import type { RankingQuery } from './ranking-corpus.ts'

test.each([postgresTraps, frontendDecisions, opsRunbook, officeNotes])('$name', async ({ records, queries }) => {
  const { vault } = await makeVault()
  for (const record of records) await put(vault, record)
  const found: [query: string, top: string[], unwanted: string[]][] = []
  for (const { first, never = [], ...asked } of queries) {
    const ids = await findIds(vault, asked.query, toInput(asked))
    found.push([asked.query, ids.slice(0, Math.max(1, first.length)), ids.filter((id) => never.includes(id))])
  }
  expect(found).toEqual(queries.map(({ query, first }) => [query, first, []]))
  closeVault(vault)
})

function toInput({ kinds, tags, path }: Omit<RankingQuery, 'first'>): Partial<SearchInput> {
  return {
    ...(kinds !== undefined && { kinds }),
    ...(tags !== undefined && { tags }),
    ...(path !== undefined && { path }),
  }
}
