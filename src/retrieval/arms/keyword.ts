/** The words of the query over all text columns, scored by bm25, by how many of them a record holds, and by its neighbours. */
import type { Statistics } from '../bm25.ts'
import { shareScores } from '../conversation.ts'
import { findInAllForms } from '../irregular-postings.ts'
import {
  confidenceOf,
  findMeetings,
  roughOrder,
  scoreLexically,
  settleTies,
  type Term,
  toPairTerm,
  toTerm,
} from '../lexical.ts'
import { maxWithOthers, toKeywordMatch, toPairForms, toScoredForms } from '../match.ts'
import { keepMet, type Met, meet } from '../meet.ts'
import type { RankedRow, SearchReader } from '../port.ts'
import { holds, type Postings, toPostings } from '../postings.ts'
import type { Query } from '../query.ts'
import { lexical } from '../shared-numbers.ts'
import { similarWords } from '../similar-words.ts'
import { toReadable } from '../term-forms.ts'
import type { Arm, ArmInput, LexicalSignals } from './arm.ts'
import { byRaw } from './by-raw.ts'
import { matchedTerms } from './matched-terms.ts'

export const keywordArm: Arm = {
  name: 'keyword',
  route: (query) => {
    const runs = toKeywordMatch(query) !== undefined
    return { runs, why: runs ? 'the query has terms' : 'the query has no terms' }
  },
  rank: (input) => {
    const statistics = input.reader.statistics()
    const terms = toTerms(input, statistics)
    const rows = shareAmongTurns(input, scoreCandidates(input, terms, statistics))
      .sort(byRaw)
      .slice(0, input.depth)
    const forms = toScoredForms(input.query)
    const byForm = toTermsByForm(forms, terms)
    return {
      rows,
      lexical: toSignals(rows[0], byForm, statistics),
      terms: byForm,
      matched: (key) => matchedTerms(key, terms, [...forms, ...toPairForms(input.query)]),
    }
  },
}

/** Without the pairs, which come last. */
function toTermsByForm(forms: readonly string[], terms: readonly Term[]): Map<string, Term> {
  return new Map(terms.slice(0, forms.length).map((term, at) => [forms[at] ?? '', term]))
}

function toSignals(
  best: RankedRow | undefined,
  byForm: ReadonlyMap<string, Term>,
  { averageLength }: Statistics,
): LexicalSignals {
  const terms = [...byForm.values()]
  const isUnknown = ([, { postings }]: [string, Term]): boolean => postings.keys.length === 0
  return {
    confidence: confidenceOf(best?.raw, terms),
    averageLength,
    holdsAll: terms.every(({ postings }) => best !== undefined && holds(postings, best.key)),
    unknown: [...byForm].filter(isUnknown).map(([form]) => toReadable(form)),
  }
}

function toTerms({ query, reader }: ArmInput, statistics: Statistics): Term[] {
  const find = (form: string): Postings => toPostings(reader.postings(form), statistics)
  const pairs = toPairForms(query).map((form) => toPairTerm(find(form), statistics))
  const terms = toScoredForms(query).map((form, at) => {
    const similar = query.strict || at >= maxWithOthers ? [] : similarWords(form)
    const alike = similar.map(({ form: other, cosine }) => ({ postings: find(other), cosine }))
    return toTerm(at < maxWithOthers ? findInAllForms(form, find) : find(form), alike, statistics)
  })
  return [...terms, ...pairs]
}

/**
 * Candidates measured and scored at first: a quarter more than an arm takes, since the rough order is close to the final one.
 * So one step does, unless the scope leaves out more than a fifth.
 */
const firstStep = 250
/** Those of a later step: few where nearly enough were in scope, and many where hardly any was. */
const [leastStep, mostStep] = [50, 1000]

/** Scores every record in scope that holds a term, until `depth` are found that no unmeasured one can be far above. */
function scoreCandidates(input: ArmInput, terms: readonly Term[], statistics: Statistics): RankedRow[] {
  const { scope, reader, depth } = input
  const wanted = terms.filter(({ isBonus }) => !isBonus).length
  const { best, rest } = orderRoughly(input, terms)
  let places = best
  const fill = (end: number): void => {
    if (places === best && best.length < end) places = best.concat(rest())
  }
  const rows: RankedRow[] = []
  for (let [start, end] = [0, firstStep]; rows.length < depth; [start, end] = [end, end + nextStep(rows, end, depth)]) {
    fill(end)
    if (start >= places.length) break
    if (start > 0) settleTies(places, { start, end }, (keys) => reader.inOrder(keys, scope, depth))
    // Of those that tie, some may have been out of scope.
    fill(end)
    const keys = places.slice(start, end).map(({ key }) => key)
    for (const row of reader.measure(keys, scope)) {
      rows.push({ ...row, raw: scoreLexically(row, findMeetings(terms, row.key), wanted, statistics) })
    }
  }
  return rows
}

/** As many as will bring what is missing, if as large a share of them is in scope as of those that were looked at. */
function nextStep({ length }: readonly RankedRow[], looked: number, depth: number): number {
  const wanted = ((depth - length) * looked) / Math.max(1, length)
  return Math.min(mostStep, Math.max(leastStep, Math.ceil(wanted)))
}

/** All that meets the query, scored roughly; operators and demanded phrases say which records may answer at all. */
function orderRoughly(input: ArmInput, terms: readonly Term[]) {
  const { reader, scope, depth } = input
  const { keys, sums } = meetDemanded(input, terms)
  return roughOrder(keys, sums, firstStep, (tied) => reader.inOrder(tied, scope, depth))
}

function meetDemanded({ query, reader }: ArmInput, terms: readonly Term[]): Met {
  if (!query.strict) return meet(terms)
  const kept = findDemanded(query, reader)
  // Of many phrases mostly no record holds all, and then nothing need be gone through.
  return kept.size === 0 ? meet([]) : keepMet(meet(terms), kept)
}

function findDemanded(query: Query, reader: SearchReader): ReadonlySet<number> {
  const demanded = toKeywordMatch(query)?.anyTerm
  return new Set(demanded === undefined ? [] : Array.from(reader.postings(demanded).keys))
}

/**
 * Turns share with their neighbours; a neighbour that matched nothing itself may come in, but not where operators or
 * phrases say which records may answer.
 */
function shareAmongTurns({ query, reader, scope }: ArmInput, rows: RankedRow[]): RankedRow[] {
  if (query.strict) return rows
  const conversations = rows.filter(({ kind }) => kind === 'conversation').map(({ key }) => key)
  const turns = conversations.length === 0 ? [] : reader.turnsAround(conversations, scope)
  if (turns.length === 0) return rows
  const own = new Map(rows.map(({ key, raw }) => [key, raw]))
  const shared = shareScores(turns, own, lexical.conversation.neighbours)
  const known = new Map([...turns, ...rows].map((row) => [row.key, row]))
  return [...known.values()].flatMap((row) => {
    const raw = shared.get(row.key) ?? own.get(row.key) ?? 0
    return raw > 0 ? [{ ...row, raw }] : []
  })
}
