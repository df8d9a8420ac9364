/** Why nothing is found as of an earlier time, when it is known by now: it was recorded later. */
import type { Abstention } from '../../retrieval/abstain.ts'
import { type SearchRequest, search } from '../../retrieval/search.ts'
import { profileOf, readerOf } from '../reader.ts'
import type { Vault } from '../vault.ts'

const pointerLimit = 3

/** Asks the vault as it is; undefined when it does not know it either. */
export async function findRecordedLater(vault: Vault, request: SearchRequest): Promise<Abstention | undefined> {
  const now = { ...request, asOf: undefined, maxTokens: undefined, limit: pointerLimit, offset: 0, explain: false }
  const { hits } = await search(now, {
    reader: readerOf(vault),
    profile: profileOf(vault, undefined),
    ports: vault.ports,
  })
  if (hits.length === 0) return undefined
  return {
    reason: 'out_of_scope',
    hint: 'what matches was recorded later; drop --as-of to see it',
    pointers: hits.map(({ id, projectId, kind, title }) => ({ id, projectId, kind, title })),
  }
}
