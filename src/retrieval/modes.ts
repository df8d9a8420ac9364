/** Which arms may run: what a caller knows of its query that the query does not say. */
import type { Mode } from '../record/vocabulary.ts'
import type { Arm } from './arms/arm.ts'
import type { Profile } from './profiles.ts'

/**
 * Whether the arm may run. `auto`: if the query calls for it. `hybrid`: every arm of the profile. In the other modes one
 * arm alone; priors still order what `keyword` found.
 */
export function isOfMode({ name, isPrior }: Pick<Arm, 'name' | 'isPrior'>, mode: Mode): boolean {
  if (mode === 'auto' || mode === 'hybrid') return true
  return name === mode || (mode === 'keyword' && isPrior === true)
}

/** A mode of which the profile has no arm is answered as if none had been asked for, and says so. */
export function toPossibleMode(
  mode: Mode,
  profile: Profile,
  arms: readonly Arm[],
): { mode: Mode; degraded: { reason: string } | null } {
  const isPossible = arms.some((arm) => !arm.isPrior && isOfMode(arm, mode) && profile.arms[arm.name] !== undefined)
  if (isPossible) return { mode, degraded: null }
  return { mode: 'auto', degraded: { reason: `there is no ${mode} arm in this profile, so all others were asked` } }
}
