/**
 * Profiles: named sets of the numbers by which arms are fused and lists are trimmed. What all of them share stands in
 * shared-numbers.ts; nothing else in the code is tuned.
 */

export interface ArmSetting {
  weight: number
  /** Candidates taken from the arm. */
  depth: number
  /**
   * For fusion by score: scores are shares of this where the arm's best is lower, so that an arm which has found nothing
   * worth mentioning does not speak as loudly as one that has.
   */
  full?: number
}

export interface MeaningSettings {
  /** Share when the words are sure of their answer. */
  least: number
  /** What is added to it when they know nothing. */
  unsure: number
  /** Records longer than this on average, in words, give it less. */
  length: number
}

export interface SemanticSettings {
  /** Share when the words are sure of their answer. */
  least: number
  /** What is added to it when they know nothing. */
  unsure: number
  /** Records longer than this on average, in words, give it less: of many passages one is near by chance. */
  length: number
  /** What the means of the words' vectors count beside it, as a part of what they count alone. */
  words: number
  /** At most this for code, of which sentence models know little. */
  code: number
}

/** Older records of kinds that age count less: floor + (1 - floor) * 0.5 ^ (age / half-life). */
export interface RecencySettings {
  kinds: 'ageing' | 'all'
  floor: number
  halfLifeDays: number
}

/** Records whose ids count on (`retro-3`, `retro-4`) give each other a part of their score. */
export interface SeriesSettings {
  /** From the better of the two beside it. */
  beside: number
  /** From the better of those one further away. */
  further: number
}

/** How likely a turn of a conversation is to answer. */
export interface TurnSettings {
  /** What it loses where all of it asks. */
  asking: number
  /** What it gains where it holds a time, a duration, a reason or a place, and that is asked for. */
  kind: number
  /** What it gains where the question names who speaks. */
  speaker: number
}

export interface PolaritySettings {
  /** Two records say the same but for a negation if both say this much of what either says (Jaccard of words). */
  twin: number
  /** What the twin that disagrees with the query keeps of the lowest score of those that agree. */
  demotion: number
}

export interface DiversifySettings {
  /** How much relevance counts against being unlike what stands above, 0 to 1 (maximal marginal relevance). */
  lambda: number
  /** Records less alike than this (cosine) do not count as alike. */
  floor: number
}

export interface CutoffSettings {
  /** Never cut before this many. */
  least: number
  /** Cut before the first whose score falls by more than this share of the one above. */
  drop: number
}

export interface Profile {
  /**
   * How the arms' lists become one: `score` adds what each arm scored, as a share of its best; `minmax` scales each
   * list to 0..1 by its worst and best; `rrf` looks at ranks only.
   */
  fusion: 'score' | 'minmax' | 'rrf'
  arms: { [arm: string]: ArmSetting }
  /** How much of the score is nearness in meaning, for fusion by score; none when left out. */
  meaning?: MeaningSettings
  /** How much of the score is nearness by a model's vectors, where it was asked; none when left out. */
  semantic?: SemanticSettings
  /** The k of reciprocal rank fusion: how flat the first ranks are. */
  rrfK: number
  recency?: RecencySettings
  series?: SeriesSettings
  turns?: TurnSettings
  polarity?: PolaritySettings
  diversify?: DiversifySettings
  cutoff?: CutoffSettings
}

/** Candidates per arm: four pages of the default limit, few enough to rank in a millisecond. */
export const depth = 200

/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009) and of the seeds that fuse by rank. */
const rrfK = 60

const independent = {
  default: {
    fusion: 'score',
    rrfK,
    meaning: { least: 0.1, unsure: 0.5, length: 60 },
    semantic: { least: 0.3, unsure: 0.5, length: 200, words: 0.5, code: 0.15 },
    arms: {
      keyword: { weight: 1, depth },
      exact: { weight: 1, depth, full: 1 },
      passage: { weight: 0.3, depth },
      fact: { weight: 0.2, depth },
      entity: { weight: 0.1, depth, full: 0.63 },
      graph: { weight: 0.8, depth, full: 0.1 },
      semantic: { weight: 1, depth },
      words: { weight: 1, depth },
      salience: { weight: 0.05, depth },
    },
    series: { beside: 0.25, further: 0.125 },
    turns: { asking: 0.5, kind: 0.2, speaker: 0.1 },
    recency: { kinds: 'ageing', floor: 0.8, halfLifeDays: 90 },
    polarity: { twin: 0.7, demotion: 0.5 },
    diversify: { lambda: 0.8, floor: 0.995 },
  },
  lexical: { fusion: 'score', rrfK, arms: { keyword: { weight: 1, depth }, exact: { weight: 1, depth, full: 1 } } },
  rrf: {
    fusion: 'rrf',
    rrfK,
    arms: {
      keyword: { weight: 0.5, depth },
      semantic: { weight: 0.5, depth },
      exact: { weight: 0.3, depth },
      fact: { weight: 0.4, depth },
      entity: { weight: 0.4, depth },
      graph: { weight: 0.5, depth },
      recency: { weight: 0.25, depth },
      salience: { weight: 0.2, depth },
    },
    polarity: { twin: 0.7, demotion: 0.5 },
  },
  'keyword-only': { fusion: 'score', rrfK, arms: { keyword: { weight: 1, depth } } },
  minmax: {
    fusion: 'minmax',
    rrfK,
    arms: {
      keyword: { weight: 0.5, depth },
      semantic: { weight: 0.5, depth },
      exact: { weight: 0.3, depth },
      words: { weight: 0.2, depth },
      fact: { weight: 0.4, depth },
      entity: { weight: 0.4, depth },
      graph: { weight: 0.5, depth },
    },
    polarity: { twin: 0.7, demotion: 0.5 },
  },
} as const satisfies { [name: string]: Profile }

const standard: Profile = independent.default

/** Why each number is what it is: profile-reasons.ts. */
export const profiles = {
  default: independent.default,
  precise: { ...standard, cutoff: { least: 2, drop: 0.6 } },
  recency: { ...standard, recency: { kinds: 'all', floor: 0.6, halfLifeDays: 30 } },
  code: {
    fusion: 'score',
    rrfK,
    arms: { ...without(standard.arms, ['words', 'semantic']), exact: { weight: 1.5, depth } },
    polarity: independent.default.polarity,
    diversify: independent.default.diversify,
  },
  lexical: independent.lexical,
  rrf: independent.rrf,
  semantic: {
    ...standard,
    arms: { ...standard.arms, semantic: { weight: 1, depth }, keyword: { weight: 0.3, depth } },
  },
  'keyword-only': independent['keyword-only'],
  'no-graph': { ...standard, arms: without(standard.arms, ['entity', 'graph']) },
  minmax: independent.minmax,
} as const satisfies { [name: string]: Profile }

function without(arms: Profile['arms'], names: readonly string[]): Profile['arms'] {
  return Object.fromEntries(Object.entries(arms).filter(([name]) => !names.includes(name)))
}

export type ProfileName = keyof typeof profiles

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}
