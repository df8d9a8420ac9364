/** How much of a record a brief tells. */
import type { Tier } from '../../retrieval/disclosure.ts'

/** All of it, its beginning, a line about it, or its name. */
export const briefTiers = ['full', 'beginning', 'line', 'name'] as const
export type BriefTier = (typeof briefTiers)[number]

export function toBriefTier(tier: Tier, isCut: boolean): BriefTier {
  if (tier === 'full') return isCut ? 'beginning' : 'full'
  return tier === 'line' ? 'line' : 'name'
}
