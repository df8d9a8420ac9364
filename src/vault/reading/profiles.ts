/** The profiles of a vault: each number of the ranking, and why it is what it is. */
import {
  explainProfile,
  explainShared,
  profileSummaries,
  type Reasoned,
  toLeaves,
} from '../../retrieval/profile-reasons.ts'
import type { Vault } from '../vault.ts'
import { type NamedProfile, profileNames, resolveProfile } from './profile.ts'

export interface ShownProfile {
  name: string
  summary: string
  source: 'built-in' | 'config'
  /** The built-in profile that it is, or changes. */
  base: string
  /** A search uses it unless told otherwise. */
  inUse: boolean
  settings: Reasoned[]
}

export interface ProfilesResult {
  profiles: ShownProfile[]
  /** What all of them share: how words are scored. */
  shared: Reasoned[]
}

/** Counts nothing and reads no record. Throws USAGE for a name that does not exist, or a profile that is wrong. */
export async function showProfiles({ config }: Vault, name: string | undefined): Promise<ProfilesResult> {
  const names = name === undefined ? profileNames(config) : [name]
  const profiles = names.map((one) => toShown(resolveProfile(config, one), config.search.profile))
  return { profiles, shared: explainShared() }
}

function toShown({ name, profile, base, overlay }: NamedProfile, used: string): ShownProfile {
  const changed = new Set(toLeaves(overlay ?? {}).map(({ key }) => key))
  const isOwn = overlay !== undefined
  return {
    name,
    summary: isOwn ? `as ${base}, with changes from config.json` : profileSummaries[base],
    source: isOwn ? 'config' : 'built-in',
    base,
    inUse: name === used,
    settings: explainProfile(base, profile, changed),
  }
}
