/**
 * The disclosure fold: what of a ranked list is told in full, in a line or by name only, within a budget of length
 * (seed "The disclosure fold"). Pure; knows nothing of how the texts are made.
 */

/** From most to least; each candidate is told in one of them, or left out. */
export const tiers = ['full', 'line', 'index'] as const
export type Tier = (typeof tiers)[number]

export interface Disclosable {
  /** Keys of what it is about; at most two candidates that share one are told in full. */
  entities: readonly string[]
  texts: { readonly [tier in Tier]: string }
}

export interface Disclosed {
  /** Place of the candidate in the list, from 0. */
  place: number
  tier: Tier
  text: string
}

export interface Disclosure {
  /** In the order of the list. */
  told: Disclosed[]
  /** Length of the texts, each with the line break behind it. Invariant: at most the budget. */
  used: number
}

/** Twelve records about one service would otherwise be one service told twelve times. */
const fullPerEntity = 2

/**
 * Share of the budget that is kept for names before anything is told at length, so that a long record never pushes the
 * ones behind it out of sight. Fifty names take some 4,000 characters, a quarter of the default budget.
 */
const nameShare = 0.25

/**
 * Spends the budget in rank order. A candidate that does not fit, or whose entity has been told twice, is told shorter,
 * and what it leaves is there for those behind it.
 * @param budget in what `measure` counts, each text with one more for the line break behind it
 * @param measure length of a text; code points if not said
 */
export function foldDisclosure(
  candidates: readonly Disclosable[],
  budget: number,
  measure: (text: string) => number = countCodePoints,
): Disclosure {
  const costOf = (text: string): number => measure(text) + 1
  const kept = keepNames(candidates, budget * nameShare, costOf)
  const full = new Map<string, number>()
  const told: Disclosed[] = []
  let left = budget - [...kept.values()].reduce((sum, cost) => sum + cost, 0)
  candidates.forEach(({ entities, texts }, place) => {
    const room = left + (kept.get(place) ?? 0)
    const isCapped = entities.some((entity) => (full.get(entity) ?? 0) >= fullPerEntity)
    const tier = tiers.find((one) => !(one === 'full' && isCapped) && costOf(texts[one]) <= room)
    if (tier === undefined) return
    left = room - costOf(texts[tier])
    if (tier === 'full') for (const entity of new Set(entities)) full.set(entity, (full.get(entity) ?? 0) + 1)
    told.push({ place, tier, text: texts[tier] })
  })
  return { told, used: budget - left }
}

/** What the names cost that are paid for beforehand, by place: from the top as far as the room goes. */
function keepNames(
  candidates: readonly Disclosable[],
  room: number,
  costOf: (text: string) => number,
): Map<number, number> {
  const kept = new Map<number, number>()
  let left = room
  candidates.forEach(({ texts }, place) => {
    const cost = costOf(texts.index)
    if (cost > left) return
    kept.set(place, cost)
    left -= cost
  })
  return kept
}

function countCodePoints(text: string): number {
  return [...text].length
}
