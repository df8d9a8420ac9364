/** Every number of the ranking, with its reason. A profile is a named set of them; nothing else in the code is tuned. */
import type { Bm25Settings } from './bm25.ts'

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
  polarity?: PolaritySettings
  diversify?: DiversifySettings
  cutoff?: CutoffSettings
}

/** Candidates per arm: four pages of the default limit, few enough to rank in a millisecond. */
const depth = 200

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
      exact: { weight: 1, depth },
      passage: { weight: 0.3, depth },
      fact: { weight: 0.2, depth },
      entity: { weight: 0.1, depth, full: 0.63 },
      graph: { weight: 0.8, depth, full: 0.1 },
      semantic: { weight: 1, depth },
      words: { weight: 1, depth },
      salience: { weight: 0.05, depth },
    },
    recency: { kinds: 'ageing', floor: 0.8, halfLifeDays: 90 },
    polarity: { twin: 0.7, demotion: 0.5 },
    diversify: { lambda: 0.8, floor: 0.995 },
  },
  lexical: { fusion: 'score', rrfK, arms: { keyword: { weight: 1, depth }, exact: { weight: 1, depth } } },
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

export interface LexicalSettings extends Bm25Settings {
  /** A record that holds every term scores this share more than its terms alone. */
  coverage: number
}

/**
 * How text is scored, by its kind. Chosen on half of the public sets, whole conversations and meetings apart, and
 * checked on the other half: b as in FTS5 for notes, where long abstracts and short facts pull it either
 * way, and low for turns of a conversation, where a long turn is not a worse answer; turns share 0.3 and 0.15 of their
 * score with the turns one and two places away (recall@20 + .10 on both halves); coverage helps where terms are many.
 */
export const lexical = {
  note: { b: 0.75, coverage: 0.25 },
  conversation: { b: 0.3, coverage: 0.25, neighbours: [0.3, 0.15] },
  /**
   * Words that mean nearly the same count 0.3 of their cosine; below 0.55 two words share a topic, not a meaning. They may
   * bring a record in from three terms on: who types one word or two wants these words.
   */
  similar: { weight: 0.3, floor: 0.55, terms: 3 },
  /** An irregular form of a word counts a little less than the word: many are words of their own too (left, found, saw). */
  irregular: { weight: 0.8 },
  /**
   * A question is not answered where the confidence in the best record and this much for each term stay below the bar;
   * fitted to half of the questions to a made-up vault, and checked on the other half (precision and recall 0.85).
   */
  weak: { confidence: 0.95, perTerm: 0.08 },
  /** Two words side by side count this share of what so rare a word would. */
  pair: { weight: 0.2 },
} as const

/** How vectors of a model are used. */
export const semantic: {
  coverage: number
  floor: number
  floors: { readonly [provider: string]: number }
  neighbours: readonly number[]
} = {
  /** Share of the texts in scope that must have a vector: below it, what has one would push out what has none. */
  coverage: 0.95,
  /** Cosine that a record needs which no word of the query led to. */
  floor: 0.3,
  /**
   * The sentence encoder gives 0.45 to 0.77 to paraphrases and 0.05 to 0.49 to texts that have nothing in common. At 0.35 a
   * third of a vault would come up for any question. Of questions to another vault one in six finds a text above 0.45; of
   * questions to their own, three in four find the one that answers.
   */
  floors: { 'sentence-encoder': 0.45 },
  /**
   * Turns of a conversation share nearness with those one and two places away, more than they share words: a turn alone
   * says too little for a sentence model.
   */
  neighbours: [0.7, 0.5],
}

/**
 * Names in a query. One that more records mention than an arm lists would fill that list by chance, and the keyword arm
 * knows it as a word. One that is mostly known by its capital in prose counts half.
 */
export const naming = { mostMentions: depth, guess: 0.5 } as const

/**
 * Walks over the graph of mentions. `alpha`, `rounds` and `hub` are those of the seed "Entities and the graph"; mass below
 * `least` goes no further, since a record that so little comes by is not shown; nor is one below `share` of the best.
 */
export const graphWalk = { alpha: 0.85, rounds: 10, hub: 50, least: 1e-5, share: 0.05 } as const

/**
 * bm25 weights of the keyword table, one for each column. A title is written to be found, so a match there outweighs
 * any repetition in the body (public report B028); tags and ids are chosen words; headings say what a section is about;
 * parts of identifiers are guesses and count half.
 */
export const keywordWeights = { id: 4, title: 6, tags: 4, pathPatterns: 2, headings: 3, body: 1, parts: 0.5 } as const

/**
 * The same of the table of passages. The context (the record's title and the headings above) is what a passage leaves
 * unsaid; it is the same for most passages of a record, so it weighs less than what the passage says itself.
 */
export const passageWeights = { heading: 3, text: 1, context: 2, parts: 0.5 } as const
