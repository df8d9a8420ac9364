/** The ranking profile of a name: a built-in one, or what the settings make of one. */
import type { Config } from '../../config/schema.ts'
import { MemoError } from '../../lib/errors.ts'
import { findNearest } from '../../lib/nearest.ts'
import { baseOf, knownArms, type ProfileOverlay, withOverlay } from '../../retrieval/profile-overlay.ts'
import { type Profile, type ProfileName, profiles } from '../../retrieval/profiles.ts'

export interface NamedProfile {
  name: string
  profile: Profile
  /** The built-in profile that it is, or changes. */
  base: ProfileName
  /** Undefined for a built-in one that the settings leave alone. */
  overlay: ProfileOverlay | undefined
}

/** Built-in ones first, then those that only the settings have. */
export function profileNames({ search }: Config): string[] {
  return [...new Set([...Object.keys(profiles), ...Object.keys(search.profiles)])]
}

/** Throws USAGE for a name that does not exist, and for a profile of the settings that names a wrong base or arm. */
export function resolveProfile(config: Config, name: string): NamedProfile {
  const { profiles: own } = config.search
  const overlay: ProfileOverlay | undefined = Object.hasOwn(own, name) ? own[name] : undefined
  const base = baseOf(name, overlay)
  if (base !== undefined) return { name, base, overlay, profile: toProfile(name, base, overlay) }
  if (overlay === undefined) {
    throw new MemoError('USAGE', `there is no search profile "${name}"`, {
      hint: toHint(name, profileNames(config)),
    })
  }
  throw new MemoError(
    'USAGE',
    `config.json: search.profiles.${name}.base: there is no built-in profile "${overlay.base}"`,
    {
      hint: `there are ${Object.keys(profiles).join(', ')}`,
    },
  )
}

function toHint(name: string, names: readonly string[]): string {
  const nearest = findNearest(name, names)
  return nearest === undefined ? `there are ${names.join(', ')}` : `did you mean ${nearest}?`
}

function toProfile(name: string, base: ProfileName, overlay: ProfileOverlay | undefined): Profile {
  if (overlay === undefined) return profiles[base]
  const wrong = Object.keys(overlay.arms ?? {}).find((arm) => !knownArms().includes(arm))
  if (wrong === undefined) return withOverlay(profiles[base], overlay)
  throw new MemoError('USAGE', `config.json: search.profiles.${name}.arms: there is no arm "${wrong}"`, {
    hint: `there are ${knownArms().join(', ')}`,
  })
}
