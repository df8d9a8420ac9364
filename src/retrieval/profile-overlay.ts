/** A profile of one's own: what it changes of a built-in one. Pure; the settings check the types of its values. */
import {
  type ArmSetting,
  type CutoffSettings,
  type DiversifySettings,
  isProfileName,
  type MeaningSettings,
  type PolaritySettings,
  type Profile,
  type ProfileName,
  profiles,
  type RecencySettings,
  type SemanticSettings,
  type SeriesSettings,
  type TurnSettings,
} from './profiles.ts'

type Change<T> = { [field in keyof T]?: T[field] | undefined }

/** Undefined keeps what the base has; null takes it away. */
export interface ProfileOverlay {
  /** A built-in profile; by default the one of the same name, else `default`. */
  base?: string | undefined
  fusion?: Profile['fusion'] | undefined
  rrfK?: number | undefined
  arms?: { [arm: string]: Change<ArmSetting> | null } | undefined
  meaning?: Change<MeaningSettings> | null | undefined
  semantic?: Change<SemanticSettings> | null | undefined
  turns?: Change<TurnSettings> | null | undefined
  recency?: Change<RecencySettings> | null | undefined
  series?: Change<SeriesSettings> | null | undefined
  polarity?: Change<PolaritySettings> | null | undefined
  diversify?: Change<DiversifySettings> | null | undefined
  cutoff?: Change<CutoffSettings> | null | undefined
}

/** Steps that the base does not have start from these. */
const stepDefaults = { ...profiles.default, cutoff: profiles.precise.cutoff }
const armDefault: ArmSetting = { weight: 1, depth: profiles.default.arms.keyword.depth }

/** The name of the built-in profile that this one starts from; undefined when there is none of that name. */
export function baseOf(name: string, overlay: ProfileOverlay | undefined): ProfileName | undefined {
  const base = overlay?.base ?? (isProfileName(name) ? name : overlay && 'default')
  return base !== undefined && isProfileName(base) ? base : undefined
}

export function withOverlay(base: Profile, overlay: ProfileOverlay): Profile {
  const { meaning, semantic, series, turns, recency, polarity, diversify, cutoff } = stepDefaults
  return withoutAbsent({
    fusion: overlay.fusion ?? base.fusion,
    rrfK: overlay.rrfK ?? base.rrfK,
    arms: mergeArms(base.arms, overlay.arms ?? {}),
    meaning: merge(meaning, base.meaning, overlay.meaning),
    semantic: merge<SemanticSettings>(semantic, base.semantic, overlay.semantic),
    series: merge<SeriesSettings>(series, base.series, overlay.series),
    turns: merge<TurnSettings>(turns, base.turns, overlay.turns),
    recency: merge<RecencySettings>(recency, base.recency, overlay.recency),
    polarity: merge(polarity, base.polarity, overlay.polarity),
    diversify: merge(diversify, base.diversify, overlay.diversify),
    cutoff: merge(cutoff, base.cutoff, overlay.cutoff),
  })
}

/** Names of the arms that the built-in profiles weigh. */
export function knownArms(): string[] {
  return [...new Set(Object.values(profiles).flatMap(({ arms }) => Object.keys(arms)))].sort()
}

function mergeArms(base: Profile['arms'], changes: NonNullable<ProfileOverlay['arms']>): Profile['arms'] {
  const names = [...new Set([...Object.keys(base), ...Object.keys(changes)])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const merged = merge(armDefault, base[name], Object.hasOwn(changes, name) ? changes[name] : undefined)
      return merged === undefined ? [] : [[name, merged]]
    }),
  )
}

function merge<T extends object>(start: T, base: T | undefined, change: Change<T> | null | undefined): T | undefined {
  if (change === undefined) return base
  if (change === null) return undefined
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...(base ?? start), ...given }
}

type Loose<T> = { [key in keyof T]: T[key] | undefined }

function withoutAbsent(profile: Loose<Required<Profile>>): Profile {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined)) as unknown as Profile
}
