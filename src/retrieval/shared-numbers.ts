/** The numbers of the ranking that all profiles share, each with its reason. */
import type { Bm25Settings } from './bm25.ts'
import { depth } from './profiles.ts'

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
   * A question is not answered where the share of its terms that the best record leaves out, less what it holds, comes to
   * the bar. What is held is its score in units of the weight of a word that nobody wrote. Fitted to half of the questions
   * to a made-up vault, with questions to other conversations beside; on the other half precision is 0.85, recall 0.91.
   */
  weak: { bar: 0.06, held: 0.15, alike: 0.5, quantity: 0.15, thing: 0.1 },
  /** Two words side by side count this share of what so rare a word would. */
  pair: { weight: 0.2 },
} as const

/** How vectors of a model are used. */
export const semantic: {
  coverage: number
  floor: number
  floors: { readonly [provider: string]: number }
  vouching: number
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
   * So much above that a model vouches for an answer whose words alone would be called weak. At the floor itself half of the
   * questions that nothing answers were not refused; from here on it is as many as without a model (the abstention corpus).
   */
  vouching: 0.2,
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
