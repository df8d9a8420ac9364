/**
 * Why each number of the ranking is what it is, as data: what the profiles are for, and a reason for every key, by profile
 * and key where a profile has one of its own, else by key.
 */
import type { Profile, ProfileName } from './profiles.ts'
import { graphWalk, keywordWeights, lexical, naming, passageWeights, semantic } from './shared-numbers.ts'

export interface Reasoned {
  /** Dotted: `arms.keyword.weight`. */
  key: string
  value: string | number
  reason: string
}

export const profileSummaries: { [name in ProfileName]: string } = {
  default: 'what ranked best on data that it was not tuned on',
  precise: 'as default, and ends the list where the scores fall off',
  recency: 'as default, and everything ages, fast: what happened lately',
  code: 'names of code before words about them; no vectors, nothing ages',
  lexical: 'words and names alone, in the order of their scores, without any later step',
  rrf: 'fusion by rank with the weights that are usual for it, to compare with',
  semantic: 'nearness in meaning first, where an embedder is set up; without one, words',
  'keyword-only': 'the words alone: what every other arm is measured against',
  'no-graph': 'as default, without entities and their graph, to see what those add',
  minmax: 'each list scaled by its worst and best, to compare with',
}

const byRank = 'as in the seeds that fuse by rank'

const reasons: { readonly [key: string]: string } = {
  fusion: 'scores say how much better the first is than the second, which ranks throw away',
  'rrf:fusion': 'ranks need no common scale, which makes this the usual baseline',
  'minmax:fusion': 'a common scale, at the price that the last of a list counts as if it were not there',
  rrfK: 'how flat the first ranks are; 60 as Cormack, Clarke and Büttcher (2009) chose it; only for fusion by rank',
  'meaning.least': 'share of nearness in meaning where the words are sure; chosen on half of the public sets',
  'meaning.unsure': 'what is added to it where the words know nothing: it helps paraphrases most',
  'meaning.length': 'words of a record; beyond them a mean of word vectors says ever less',
  'semantic.least': 'share of nearness by a model where the words are sure; chosen on half of the public sets',
  'semantic.unsure': 'what is added to it where the words know nothing',
  'semantic.length': 'words of a record, as many as one passage has; of many passages one is near by chance',
  'semantic.words': 'of what word vectors count without a model: the two err in different places',
  'semantic.code':
    'sentence models know little of code and names: more of it, and functions rank worse than by words alone',
  'arms.*.depth': 'four pages of the default limit, few enough to rank in a millisecond',
  'arms.keyword.weight': 'the arm that all others are measured against',
  'semantic:arms.keyword.weight': 'enough to find what has no vector, too little to overrule meaning',
  'rrf:arms.keyword.weight': byRank,
  'minmax:arms.keyword.weight': `the same balance ${byRank}`,
  'arms.exact.weight':
    'a name typed whole is the clearest sign of what is meant: it stands before what has only the words',
  'arms.exact.full': 'the arm gives shares already: a name that is one word of a long question has only its part of it',
  'code:arms.exact.weight': 'one and a half times the words, since in code the name is the question',
  'rrf:arms.exact.weight': byRank,
  'minmax:arms.exact.weight': `the same balance ${byRank}`,
  'arms.words.weight': 'only switches it on: its share is set by the three numbers of meaning',
  'minmax:arms.words.weight': 'word vectors know less than a sentence encoder: less than half of its weight',
  'arms.semantic.weight': 'only switches it on: its share is set by the numbers of semantic',
  'rrf:arms.semantic.weight': byRank,
  'minmax:arms.semantic.weight': `the same balance ${byRank}`,
  'arms.passage.weight':
    'the part of a long record’s words that its best passage makes; at a half whole sessions gain no more than here',
  'arms.fact.weight': 'a fact speaks for its evidence, and less surely than the evidence itself',
  'rrf:arms.fact.weight': byRank,
  'arms.entity.weight':
    'a name is mostly words that the keyword arm has weighed already: above 0.1, the public sets lose',
  'arms.entity.full': '1 / log2(3): a name that one record alone has, in its title',
  'rrf:arms.entity.weight': byRank,
  'arms.graph.weight':
    'what lies between two names may share no word with the query, and must stand beside records that do',
  'arms.graph.full': 'the walks come by one time in ten: what they come by more seldom is a guess',
  'rrf:arms.graph.weight': byRank,
  'arms.recency.weight': `half of the keyword arm, ${byRank}; no more, because ranks are nearly flat and time would outvote the words`,
  'arms.salience.weight':
    'at most a twentieth of the best score: a record that was used wins where others are nearly equal, and never more',
  'rrf:arms.salience.weight': `two fifths of the keyword arm, ${byRank}`,
  'series.beside':
    'of the better neighbour’s score: what is counted through is told in one go, and a neighbour that fits says that the subject is right; at 0.1 less than half of the gain, from 0.3 on the first place gains no more',
  'series.further': 'and half of that from one further away',
  'turns.asking':
    'of the share of a turn that asks: it has the words of the question, and the answer stands beside it; first wrong turns ask three times as often as wanted ones',
  'turns.kind':
    'a time where `when` is asked, and so on: where the first was wrong, the wanted turn alone held it four times as often as the wrong one alone',
  'turns.speaker': 'who is asked about mostly says it, and others say it too',
  'recency.kinds': 'traps, decisions, specs, plans, facts, tasks and people hold until something says otherwise',
  'recency:recency.kinds': 'the question is what happened lately, whatever its kind',
  'recency.floor': 'an old record that is clearly better stays above a new one that is not',
  'recency:recency.floor': 'age may cost two fifths: time is what was asked for',
  'recency.halfLifeDays': 'notes and turns lose half of what they can lose within a quarter of a year',
  'recency:recency.halfLifeDays': 'a month',
  'polarity.twin':
    'of the words of two records, negations apart: above it they make one claim, below they share a subject',
  'polarity.demotion': 'below its twin and out of the way, and still in the list',
  'diversify.lambda': 'what an exact copy keeps: enough to fall behind what is nearly as good, not out of the page',
  'diversify.floor':
    'only copies: means of word vectors are alike for all short texts on one subject, and at 0.98 the public sets lose what answers as well',
  'cutoff.least': 'one hit may be luck; two are kept whatever the second scores',
  'cutoff.drop': 'a hit with less than two fifths of the score above it is there because something had to follow',
}

const sharedReasons: { readonly [key: string]: string } = {
  'note.b': 'as in FTS5: long abstracts and short facts pull it either way',
  'note.coverage': 'a record that holds all terms gains a quarter; it helps where terms are many',
  'conversation.b': 'a long turn is not a worse answer',
  'conversation.coverage': 'as for notes',
  'conversation.neighbours.0': 'of the score of a turn for the one beside it: an answer rarely repeats its question',
  'conversation.neighbours.1': 'and half of that one further away',
  'similar.weight': 'of its cosine: a word that means nearly the same is worth less than the word',
  'similar.floor': 'cosine; below it two words share a topic, not a meaning',
  'similar.terms': 'from so many terms on a word alike may bring a record in: fewer are the very words that are wanted',
  'weak.bar':
    'from this on an answer says that it may be none; a sum, which begins with the share of the query that the best record leaves out',
  'weak.held':
    'off that sum, times the record’s score in units of a word that nobody wrote: much in common outweighs a few words that are not',
  'weak.alike': 'cosine from which a word of the record stands for one that it lacks, in part, and at 1 in full',
  'weak.quantity': 'on the sum where `how many` is asked and the record has no number',
  'weak.thing': 'on the sum where the record lacks what is asked for by name, as `colours` in `which colours`',
  'irregular.weight': 'of a word: many irregular forms are words of their own too (left, found, saw)',
  'pair.weight': 'of what so rare a word would count: two words side by side mean something together',
  'naming.mostMentions': 'as many as an arm lists: a name in more records would fill the list by chance',
  'naming.guess': 'of a name that is mostly known by its capital in prose',
  'graph.alpha': 'of what a node has for those beside it, as is usual for PageRank; the rest starts again at the names',
  'graph.rounds': 'after which a walk has settled',
  'graph.hub': 'edges; a node that has more passes on less: what is said everywhere connects nothing',
  'graph.least': 'mass; less goes no further, so that a walk stays near its names in a large vault',
  'graph.share': 'of the best score; what scores less is not listed',
  'semantic.coverage': 'of the texts in scope: below it, what has a vector would push out what has none',
  'semantic.floor': 'cosine that a record needs which no word of the query led to',
  'semantic.floors.sentence-encoder':
    'at 0.35 a third of a vault comes up for any question; above it, one question in six to another vault still finds something',
  'semantic.vouching': 'so much above the floor a model vouches for an answer that the words alone would call weak',
  'semantic.neighbours.0':
    'of the nearness of a turn for the one beside it: alone it says too little for a sentence model',
  'semantic.neighbours.1': 'and for the one further away',
  'keyword.id': 'an id is chosen words',
  'keyword.title': 'a title is written to be found: a match there outweighs any repetition in the body',
  'keyword.tags': 'tags are chosen words',
  'keyword.pathPatterns': 'says where, seldom what',
  'keyword.headings': 'a heading says what its section is about',
  'keyword.body': 'what the others are measured against',
  'keyword.parts': 'parts of names are guesses',
  'passage.heading': 'as in the whole record',
  'passage.text': 'what the others are measured against',
  'passage.context':
    'title and headings above say what a passage leaves unsaid, and the same of most passages of a record',
  'passage.parts': 'as in the whole record',
}

/** Every number of a profile with its reason; those that stand in `changed` are the caller's own. */
export function explainProfile(name: string, profile: Profile, changed: ReadonlySet<string> = new Set()): Reasoned[] {
  return toLeaves(profile).map(({ key, value }) => ({
    key,
    value,
    reason: changed.has(key) ? 'set in config.json' : findReason(name, key),
  }))
}

/** The numbers that every profile shares: how words are scored. */
export function explainShared(): Reasoned[] {
  return toLeaves({
    ...lexical,
    semantic,
    naming,
    graph: graphWalk,
    keyword: keywordWeights,
    passage: passageWeights,
  }).map(({ key, value }) => ({
    key,
    value,
    reason: sharedReasons[key] ?? '',
  }))
}

/** Numbers and words of a tree by their dotted keys, in order. */
export function toLeaves(tree: object, above = ''): { key: string; value: string | number }[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const key = above === '' ? name : `${above}.${name}`
    if (typeof value === 'object' && value !== null) return toLeaves(value, key)
    return typeof value === 'number' || typeof value === 'string' ? [{ key, value }] : []
  })
}

function findReason(name: string, key: string): string {
  const general = key.replace(/^arms\.[^.]+\.depth$/, 'arms.*.depth')
  return reasons[`${name}:${general}`] ?? reasons[general] ?? ''
}
