/** Every number of the ranking, with its reason. A profile is a named set of them; nothing else in the code is tuned. */

export interface ArmSetting {
  weight: number
  /** Candidates taken from the arm. */
  depth: number
}

export interface Profile {
  arms: { [arm: string]: ArmSetting }
  /** The k of reciprocal rank fusion: how flat the first ranks are. */
  rrfK: number
}

interface Tunable {
  value: number
  reason: string
}

/** Candidates per arm: enough for a page of 50 and what diversification needs, few enough to rank in a millisecond. */
const depth: Tunable = { value: 200, reason: 'four pages of the default limit' }
/** k = 60 is the constant of the paper (Cormack, Clarke, Büttcher 2009) and of both seeds that fuse by rank. */
const rrfK: Tunable = { value: 60, reason: 'Cormack et al. 2009' }
const keywordWeight: Tunable = { value: 0.5, reason: 'seed "The search pipeline", Fusion' }
/** An identifier typed whole is the clearest sign of what is meant, but only some queries hold one. */
const exactWeight: Tunable = { value: 0.3, reason: 'seed "The search pipeline", Fusion' }

export const profiles = {
  default: {
    rrfK: rrfK.value,
    arms: {
      keyword: { weight: keywordWeight.value, depth: depth.value },
      exact: { weight: exactWeight.value, depth: depth.value },
    },
  },
} as const satisfies { [name: string]: Profile }

export type ProfileName = keyof typeof profiles

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}

/**
 * bm25 weights of the keyword table, one for each column. A title is written to be found, so a match there outweighs
 * any repetition in the body (public report B028); tags and ids are chosen words; headings say what a section is about;
 * parts of identifiers are guesses and count half.
 */
export const keywordWeights = { id: 4, title: 6, tags: 4, pathPatterns: 2, headings: 3, body: 1, parts: 0.5 } as const
