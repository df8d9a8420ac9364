/** The index as the retrieval pipeline wants it: the vault's lifetimes and the profile's column weights filled in. */

import { MemoError } from '../lib/errors.ts'
import { searchReader } from '../projections/index/search-reader.ts'
import type { SearchReader } from '../retrieval/port.ts'
import { isProfileName, keywordWeights, type Profile, profiles } from '../retrieval/profiles.ts'
import type { View } from './vault.ts'

export function readerOf(vault: View): SearchReader {
  return searchReader(vault.projections.db, { ttl: vault.config.ttl, weights: keywordWeights })
}

/** The profile of the settings. Throws USAGE for a name that does not exist. */
export function profileOf(vault: View): Profile {
  const name = vault.config.search.profile
  if (isProfileName(name)) return profiles[name]
  throw new MemoError('USAGE', `there is no search profile "${name}"`, {
    hint: `set search.profile in config.json to one of ${Object.keys(profiles).join(', ')}`,
  })
}
