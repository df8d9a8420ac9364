/** Searching a test vault with everything that a search can be told left as the CLI leaves it. */
import { noNarrowing } from '../../src/record/narrowing.ts'
import { type SearchInput, type SearchResult, searchVault } from '../../src/vault/reading/search.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { project } from './vault.ts'

export function find(vault: Vault, query: string, input: Partial<SearchInput> = {}): Promise<SearchResult> {
  return searchVault(vault, {
    query,
    kinds: undefined,
    statuses: undefined,
    ...noNarrowing,
    includeScratch: false,
    includeExpired: false,
    asOf: undefined,
    sort: 'relevance',
    limit: 50,
    offset: 0,
    explain: false,
    projects: [project],
    allProjects: false,
    cwd: vault.paths.root,
    hitIds: [],
    session: undefined,
    scan: 'none',
    ...input,
  })
}

export async function findIds(vault: Vault, query: string, input: Partial<SearchInput> = {}): Promise<string[]> {
  return (await find(vault, query, input)).hits.map(({ id }) => id)
}
