/** Which arms may run: what a caller knows of its query that the query does not say. */
import type { Mode, Sort } from '../record/vocabulary.ts'
import type { Arm } from './arms/arm.ts'
import type { Meaning } from './port.ts'
import type { Profile } from './profiles.ts'

/**
 * Whether the arm may run. `auto`: if the query calls for it. `hybrid`: every arm of the profile. In the other modes one
 * arm alone; priors still order what `keyword` found.
 */
export function isOfMode({ name, isPrior }: Pick<Arm, 'name' | 'isPrior'>, mode: Mode): boolean {
  if (mode === 'auto' || mode === 'hybrid') return true
  return name === mode || (mode === 'keyword' && isPrior === true)
}

/** Whether the vector of a query would be looked at. */
export function asksForMeaning(
  { mode = 'auto', sort }: { mode?: Mode | undefined; sort: Sort },
  profile: Profile,
): boolean {
  return sort === 'relevance' && profile.arms.semantic !== undefined && isOfMode({ name: 'semantic' }, mode)
}

const noModel = { reason: 'no model was asked what the query means, so the words were' }

/** A mode of which the profile has no arm is answered as if none had been asked for, and says so. */
export function toPossibleMode(
  mode: Mode,
  { profile, meaning }: { profile: Profile; meaning?: Meaning | undefined },
  arms: readonly Arm[],
): { mode: Mode; degraded: { reason: string } | null } {
  const isPossible = arms.some((arm) => !arm.isPrior && isOfMode(arm, mode) && profile.arms[arm.name] !== undefined)
  if (mode === 'semantic' && isPossible && meaning === undefined) return { mode: 'auto', degraded: noModel }
  if (isPossible) return { mode, degraded: null }
  return { mode: 'auto', degraded: { reason: `there is no ${mode} arm in this profile, so all others were asked` } }
}
