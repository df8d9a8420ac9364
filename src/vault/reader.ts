/** The index as the retrieval pipeline wants it: the vault's lifetimes and the profile's column weights filled in. */

import { searchReader } from '../projections/index/search-reader.ts'
import type { SearchReader } from '../retrieval/port.ts'
import type { Profile } from '../retrieval/profiles.ts'
import { keywordWeights, passageWeights } from '../retrieval/shared-numbers.ts'
import { resolveProfile } from './reading/profile.ts'
import type { View } from './vault.ts'

export function readerOf(vault: View): SearchReader {
  return searchReader(vault.projections.db, { ttl: vault.config.ttl, weights: keywordWeights, passageWeights })
}

/** What the filter by shared words asks for; undefined while the settings do not have it. */
export function minSimilarityOf({ config }: View): number | undefined {
  const { enabled, provider, minSimilarity } = config.embeddings
  return enabled && provider === 'local' ? minSimilarity : undefined
}

/** The profile of this name, else that of the settings. Throws as `resolveProfile` does. */
export function profileOf({ config }: View, name: string | undefined): Profile {
  return resolveProfile(config, name ?? config.search.profile).profile
}
