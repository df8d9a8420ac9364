/** A search as a benchmark asks it: one project, no filters, no look at the files. */
import { noNarrowing } from '../src/record/narrowing.ts'
import { type SearchResult, searchVault } from '../src/vault/reading/search.ts'
import type { Vault } from '../src/vault/vault.ts'

export function ask(
  vault: Vault,
  query: string,
  { project, limit }: { project: string; limit: number },
): Promise<SearchResult> {
  return searchVault(vault, {
    query,
    ...noNarrowing,
    projects: [project],
    limit,
    allProjects: false,
    cwd: vault.paths.root,
    kinds: undefined,
    statuses: undefined,
    includeScratch: false,
    includeExpired: false,
    asOf: undefined,
    sort: 'relevance',
    offset: 0,
    explain: false,
    hitIds: [],
    session: undefined,
    scan: 'none',
  })
}
